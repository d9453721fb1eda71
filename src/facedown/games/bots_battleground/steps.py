"""What can be open: the table's own next step, or a question to players."""

DEAL = 1
DOUBLES = 2  # check hands for two alike
LAUNCH = 3  # find out whether the clap starts a die
RESOLVE = 4  # what was done in a tick happens
LOAN = 5  # two cards, any two
LAND = 6
FREEZE = 7  # the dice blink blue
ABILITIES = 8
COUNT = 9
HOME = 10
END = 11
JUDGE = 15  # somebody has more bots down than are allowed
WARN = 16  # the dice roll again

CLAP = 12  # question: who claps
ACT = 13  # question: what they do in this tick
ABILITY = 14  # question: how they use an ability
