"""What bots say in set words, each in several ways, so that no two say the same."""

from __future__ import annotations

NOT_YET = (  # one of each, so that no two of twenty seats say it in the same words
    ("I would rather not say yet.", "Not now, please.", "I keep that to myself for now.", "Let me wait with that."),
    (
        "You will all hear it in time.",
        "Ask me again later.",
        "I shall tell everybody soon enough.",
        "First I want to hear more from others.",
        "It is too early for me.",
    ),
)
PHRASES = {
    "not yet": " ".join(ways[0] for ways in NOT_YET),
    "not understood": "I did not understand that. Ask me who I am, what I learned, or whom I suspect, and why.",
    "heard": "Thank you for telling me. I will keep it in mind.",
    "heard plan": "As you like: that is for you to say.",
    "says truth": "I will only say who I am.",
    "secret": "I will tell nobody.",
    "hello": "Hello.",
    "thanks": "Thank you.",
    "chose nobody": "I chose nobody last night.",
    "attacks nobody": "I attack nobody.",
    "trusts nobody yet": "I trust nobody yet.",
    "nothing learned": "I have learned nothing that would help us.",
    "suspects nobody yet": "I suspect nobody yet.",
    "nobody died": "Nobody died last night.",
    "cannot know": "Not that I know, but nobody is told.",
    "no vote": "I have no vote left.",
    "votes for nobody": "I would vote for nobody yet.",
    "agreed": "I will do that.",
    "trust me": "you can trust me",
    "the truth": "Say who you are: that helps good most.",
    "wait": "wait until tomorrow",
    "cannot": "I cannot do that.",
    "you first": "And you?",
    "no shot": "I have not said that I have a shot.",
    "shoots later": "Not now: I keep that for somebody whom I suspect more.",
}
WAYS = {  # the same in other words, as many are asked it on the first day
    "hello": (PHRASES["hello"], "Good day.", "Hello to you."),
    "suspects nobody yet": (
        PHRASES["suspects nobody yet"],
        "Nobody so far: I have heard too little.",
        "Let us hear first who everybody is.",
        "I have nothing against anybody yet.",
        "Ask me when more has been said.",
        "I am still listening.",
        "It is too early for me to say.",
    ),
    "votes for nobody": (
        PHRASES["votes for nobody"],
        "For nobody, as things stand.",
        "I have not decided.",
        "That depends on what we hear today.",
        "Nobody has given me a reason to.",
    ),
    "nothing learned": (
        PHRASES["nothing learned"],
        "I know nothing more than you do.",
        "There is nothing that I could tell you.",
        "I know nothing yet that would help us.",
    ),
    "you first": (
        PHRASES["you first"],
        "Tell me who you are, and I will say more.",
        "First I want to hear who you are.",
        "Who are you?",
    ),
    "heard": (
        PHRASES["heard"],
        "Thank you, that is good to know.",
        "I will think about that.",
    ),
}
AGAIN = " again"  # what is said a second time is put in other words
PHRASES |= {f"{key}{AGAIN}": f"as I said: {words}" for key, words in PHRASES.items()}
PHRASES["not understood again"] = "I did not understand that either."
SUSPECTED = (  # how a suspicion begins, by who has it of whom
    "I suspect {}",
    "I do not trust {}",
    "I have my doubts about {}",
    "I am wary of {}",
    "my eye is on {}",
)
TRUSTED = ("I trust {} more than most", "I believe {}", "of all of us I trust {}", "I would go by what {} says")
UNSURE = (
    "I do not know yet what to think of {}",
    "I cannot tell about {} yet",
    "{} could be either, as far as I can tell",
    "I have no opinion of {} so far",
)
TRUST_ME = (PHRASES["trust me"], "you may believe me", "do not doubt me", "look elsewhere")
SPOKEN_FOR = ("do not execute {}", "leave {} alive", "please spare {}", "let {} live")  # the same of a defence
