"""What a use of a card is for."""

ACTION = 0
THREATENING = 1
SAVING = 2
RESCUING = 3
