export default ["I would lend for a token.", "Do not trust them.", "Wait for it …", "Beep boop.", "You will not dare.", "Well clapped."];
