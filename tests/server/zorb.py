"""A cards file of somebody's own: GotchaCards, in which common cards are called Zorb."""

import facedown

HOUSE = (facedown.game("gotcha").contract.folder / "cards.toml").read_text(encoding="utf-8")
OWN_CARDS = HOUSE.replace('name = "Common {type}"', 'name = "Zorb {type}"')
