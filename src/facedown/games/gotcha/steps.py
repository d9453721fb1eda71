"""What can be open: a question to seats, or the table's own next step."""

LOTS = 1  # who is Player 1
DEAL = 2  # nine cards to Player 1
KEEP = 3  # question: one of the nine
DRAFT = 4  # question: one of those face-up
TURN = 5  # a turn begins
SWEET = 6  # question: a card to put face-up
PLACE = 7  # question: a card to place, or done
REVEAL = 8  # all cards are turned up
STOPPED = 9  # a cut that cannot be made
CUT = 10  # question: which card to cut
LANE = 11  # the next thing in the lane: a card acts, or the fight
REPLACED = 12  # question: a card in the place of one that left
TAKE = 13  # the lane is cleared
DRAW = 14  # a card for the seat that is to draw
DISCARD = 15  # question: which card to discard
COUNT = 16  # the points are compared
OVERTIME = 17  # who goes first is decided, and more cards are drawn
ORDER = 18  # question: Player 1 or Player 2
TIDY = 19  # all cards of the round go to the trash
THROW = 20  # question: rock, scissors or paper
COMPARE = 21  # both throws are seen, and who goes first
