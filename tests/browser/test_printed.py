"""The sheet to print: cards of the size that sleeves have, none of them cut off."""

from __future__ import annotations

import re

import facedown
from facedown.core.printed import printed
from tests.browser.conftest import Visit
from tests.server.harness import Server

CARDS = """() => [...document.querySelectorAll('.card')].map(card => {
    const box = card.getBoundingClientRect();
    return [box.width, box.height, card.scrollHeight > card.clientHeight + 1 ? card.textContent : ""];
})"""
MM = 96 / 25.4


def test_cards_have_their_size_and_no_text_is_cut_off(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.emulate_media(media="print")
    for game in facedown.games():
        page.goto(f"/api/games/{game}/print")
        found = page.evaluate(CARDS)
        assert found
        assert [cut for *_, cut in found if cut] == []
        assert {(round(width / MM), round(height / MM)) for width, height, _ in found} == {(63, 88)}
    sheets = [page.pdf(format=paper, prefer_css_page_size=True) for paper in ("A4", "Letter")]
    boxes = [re.findall(rb"/MediaBox *\[0 0 ([0-9]+)", sheet) for sheet in sheets]
    assert len(boxes[0]) == len(boxes[1])  # nine cards on a page of either
    assert set(boxes[1]) == {b"612"}, "cards are made smaller to fit another paper"
    text = facedown.game("botch").cards_file().replace("Somebody recovers, and", "W" * 900)
    page.set_content(printed(facedown.game("botch").with_cards(text).contract))
    found = page.evaluate(CARDS)
    assert [cut for *_, cut in found if cut] == [], "a long text of one's own is cut off"
    assert {round(width / MM) for width, *_ in found} == {63}
    assert page.evaluate("document.body.scrollWidth <= document.body.clientWidth"), "a long word leaves the paper"
