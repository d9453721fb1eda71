"""The same in other words: so nobody repeats what somebody has said."""

from __future__ import annotations

from facedown.core.kept import kept

FALSE_BESIDE = {  # who else has said something false
    "": "nobody else has said anything false",
    "_but_one": "only one other player has said anything false",
    "_but_some": "only {number} others have said anything false",
}
CONVINCED, STILL = "{seat} has convinced me", "as before"
NOTHING_AGAINST = "nobody has learned anything against me"
SAME = (  # the same in other words, whole or in part: what is said most often
    (NOTHING_AGAINST, "nothing that anybody has learned speaks against me", "no report speaks against me",
     "you have found nothing against me"),
    ("nobody has learned anything against {seat}", "nothing that anybody has learned speaks against {seat}",
     "no report speaks against {seat}", "there is nothing against {seat} so far"),
    (CONVINCED, "what {seat} says of it sounds right", "I think that {seat} is right", "{seat} has good reasons",
     "I find likely what {seat} says"),
    (STILL, "as I said", "as I said before", "now as before"),
    ("has made no claim yet", "has kept quiet so far", "has told us nothing so far", "has named no character yet",
     "has not come forward"),
    ("made no claim when {seat} asked", "named no character when {seat} asked", "had no answer when {seat} asked",
     "kept it back when {seat} asked"),
    ("made no claim when I asked", "named no character when I asked", "had no answer when I asked"),
    ("nothing shows that {seat} is the {role}", "nobody can confirm that {seat} is the {role}",
     "there is no proof that {seat} is the {role}", "nobody has learned that {seat} is the {role}",
     "for the {role} we have only what {seat} says"),
    ("nobody else claims to be the {role}", "I alone claim to be the {role}", "no other {role} has come forward",
     "the {role} is claimed by me alone", "without me there is no {role} here"),
    ("nobody but {seat} claims to be the {role}", "no other {role} has come forward than {seat}",
     "the {role} is claimed by {seat} alone"),
    ("{seat} accuses {seat}, whom I believe", "{seat} speaks against {seat}, whom I believe",
     "{seat} wants {seat} gone, whom I trust", "I believe more of what {1} says than {0}",
     "if {1} is good, as I think, {0} points the wrong way"),
    ("{seat} accuses me", "{seat} speaks against me", "{seat} wants me gone", "{seat} blames me"),
    ("{seat} voted to execute {seat}, whom I believe", "{seat} voted {seat} out, whom I trust",
     "{seat} had a hand in the death of {seat}, whom I believe",
     "{1} died with the vote of {0}, and I think that {1} was good"),
    ("{seat} voted to execute me", "{seat} voted me out", "{seat} had a hand up when I was nominated"),
    ("{seat} nominated {seat}, whom I believe", "it was {seat} who nominated {seat}, whom I believe",
     "{1} died by the nomination of {0}, and I think that {1} was good"),
    ("{seat} and {seat} both claim to be the {role}", "{seat} and {seat} cannot both be the {role}",
     "there are two claims to the {role}, of {seat} and {seat}"),
    ("what {seat} and {seat} say cannot both be true", "{seat} and {seat} contradict each other",
     "either {seat} or {seat} has it wrong"),
    ("what {seat} says and what I say cannot both be true", "{seat} and I cannot both be right"),
    ("if {seat} is the {role} and {seat} the {role}, then ",
     "if we believe {seat}, the {role}, and {seat}, the {role}, ",
     "with {seat} as the {role} and {seat} as the {role}, ", "should {seat} be the {role} and {seat} the {role}, "),
    ("if {seat} is the {role}, then ", "if we believe {seat}, the {role}, ", "with {seat} as the {role}, ",
     "going by {seat}, the {role}, ", "should {seat} be the {role}, "),
    ("I am the {role}, so that ", "as the {role} I know that ", "what I learned as the {role} means that ",
     "from what I know as the {role}, "),
    ("nobody has told the town less than {seat}", "{seat} has told us least of all",
     "the town has heard least from {seat}", "of all of us {seat} has said least"),
    ("of what {seat} said", "of what {seat} told us", "I believe what {seat} said of it"),
    ("I trust {seat} least of all", "there is nobody whom I trust less than {seat}", "{seat} worries me most"),
    ("I trust {seat} less than most", "I trust most others more than {seat}", "{seat} worries me more than most"),
    ("I suspect {seat} more", "{seat} is the better choice", "I would rather see {seat} go"),
    ("{seat} has voted for nobody so far", "{seat} has kept a hand down in every vote"),
    (FALSE_BESIDE[""], "what all the others said can be true", "nobody else needs to have lied or been fooled",
     "everything that the rest of us said fits", "all the others can have told the truth"),
    (FALSE_BESIDE["_but_one"], "all others but one can be right", "just one of the others must be wrong",
     "what the others said fits, but for one of them", "a single other player is mistaken or lies"),
    (FALSE_BESIDE["_but_some"], "all others but {number} can be right", "{number} of the others must be wrong",
     "what the others said fits, but for {number} of them", "{number} others are mistaken or lie"),
)  # fmt: skip


@kept(1024)
def ways_in(words: str) -> tuple[str, ...]:
    """How a part of these words may be put, as it stands there first; () for what is always put so."""
    return next((ways for ways in SAME if ways[0] in words), ())


def put(words: str, which: int) -> str:
    """The same in one of its ways; every other time, what is true if some are evil stands before the "if"."""
    ways = ways_in(words)
    if not ways:
        return words
    way, (before, _, after) = ways[which % len(ways)], words.partition(ways[0])
    turned = before.startswith("if ") and which // len(ways) % 2 == 1
    return f"{way} {before.removesuffix(', ')}" if turned else before + way + after
