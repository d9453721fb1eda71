export default ["I'll lend you one for a token.", "Don't trust them.", "Wait for it …", "Beep boop.", "You wouldn't dare.", "Nice clap."];
