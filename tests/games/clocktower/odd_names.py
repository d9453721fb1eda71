"""What people may be called, and what moves, characters and statements must not be mistaken for."""

# Nobody is called by a word that records keep for themselves (`seat_names`); everything else may be a name.
PLAYERS = (
    "Chef", "Yes", "No", "Evil", "67 x", "Bo", "Ann and Bo", "Done", "kill Bo", "Bo becomes Chef", "Storyteller",
    "The Storyteller", "hand up", "token Bo", 'Bo "x"', 'q"', "first", "for Bo", "say", "use Slayer on Bo", "Death",
    "Sam", "Bo Chef", "the Chef", "Ann", "good wins", "nobody x", "claim", "note", "tell Bo", "to nominations",
    "O'Neil", "Evil Twin", "Mr. and", "and", "on", "Bo on Ann", "Chef aloud", "deal", "go on", "Зоя", "two {0}",
)  # fmt: skip
