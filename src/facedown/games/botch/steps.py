"""What can be open: the table's own next step, or a question to players."""

DEAL = 1
INTRODUCE = 2  # the role of a first turn is turned up
NEXT = 3
SETTLE = 4  # all have answered to a claim
FLIP_CALLER = 5
JUDGE = 6
PROVE = 7  # a card is shown before its action
CARRY_OUT = 8
STANDOFF = 9
WOUND = 10
DEATH = 11
COLLECT = 12
SHOCK = 13  # what lay under the declarer's own item
SPOILING = 14
VERDICT = 15
END = 16

# Questions
PEEK = 17
EYES = 18
TURN = 19
SWAP = 20  # which of the two cards goes back to whom
LOOK = 21  # at an item, in private
CALLS = 22
SHOWN = 23  # a role, to the one who paid
ANSWER = 24  # to a threat
REQUEST = 25
SAVE = 26
RESCUE = 27
SPOIL = 28
OFFER = 29
