"""What can be open: the table's own next step, or a question to players."""

CHARACTERS = 1
DEALER = 2
DEAL = 3
TRUMP = 4
SHUFFLE = 5
FILL = 6
EFFECT = 7
TAKE = 8
SCORE = 9
END = 10

# Questions
PLAY = 11
PICK = 12
MARK = 13
EXCHANGE = 14
DRAW = 15
