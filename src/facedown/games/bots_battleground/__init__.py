"""Bots Battleground: clap, and while the dice roll and glow, send a bot, switch it, borrow a better one."""
