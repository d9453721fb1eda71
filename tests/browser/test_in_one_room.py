"""What a storyteller meets in one room: a phone that goes round, odd names, what to tell, a chair for later."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, WebSocketRoute, expect

import facedown
from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.in_person import IN_PERSON, TEN, one_step, what_is_asked
from tests.browser.layouts import EVERYTHING
from tests.browser.person import SEATS, STAYS, come_as_host, come_to, press, settled, wait_until
from tests.browser.storyteller import token
from tests.browser.town import PHONE, Town, came, dealt, is_asked, laid_out, play_on

FIVE = ("Ann", "Bo", "Cy", "Di", "Ed")
WASHERWOMAN = ("Washerwoman", "Chef", "Empath", "Poisoner", "Imp")
DI, SUE = 3, 5


def in_a_room(names: tuple[str, ...] = FIVE, tokens: tuple[str, ...] = WASHERWOMAN) -> Table:
    script = ", ".join(sorted(token.lower() for token in tokens))
    return dealt(names, tokens, script=f"{script}, monk, slayer", **IN_PERSON)


def by_day(names: tuple[str, ...] = FIVE) -> Table:
    return play_on(in_a_room(names), came("day"))


def test_the_phone_goes_round_when_it_is_settled_who_the_drunk_believes_to_be(server: Server, visit: Visit) -> None:
    table = in_a_room((*FIVE, "Flo"), ("Chef", "Empath", "Drunk", "Washerwoman", "Poisoner", "Imp"))
    page = Town(server, visit, table).page()
    assert "think they are" in what_is_asked(page)
    passing = page.get_by_role("button", name="Pass the phone")
    expect(passing).to_have_count(0)
    one_step(page)
    press(passing)
    dialog = page.get_by_role("dialog")
    believed = ("the Chef", "the Empath", "", "the Washerwoman", "the Poisoner", "the Imp")
    for name, seen in zip((*FIVE, "Flo"), believed, strict=True):
        dialog.get_by_role("button", name="See my token").click()
        expect(dialog.get_by_role("heading")).to_contain_text(f"{name}, you are {seen}")
        expect(dialog).not_to_contain_text("Drunk")
        dialog.get_by_role("button", name="Hide it").click()
    dialog.get_by_role("button", name="To the circle").press("Enter")


def test_whoever_stops_the_phone_does_not_see_the_circle(server: Server, visit: Visit) -> None:
    page = Town(server, visit, in_a_room()).page()
    dialog = page.get_by_role("dialog")
    for key in (False, True):
        press(page.get_by_role("button", name="Pass the phone"))
        dialog.get_by_role("button", name="See my token").click()
        if key:
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name="Hold to stop").focus()
            for _ in range(2):  # pressed, and not let go
                page.keyboard.down("Enter")
            expect(dialog.get_by_role("button", name="To the circle")).to_be_focused()
            page.keyboard.down("Enter")
            page.keyboard.up("Enter")
        expect(dialog.get_by_role("heading")).to_have_text("Back to the storyteller")
        page.keyboard.press("Space")
        expect(dialog).to_have_count(0)


# Whether the circle was ever drawn without something that lies on all of it.
SEEN = """() => {
    const look = () => {
        if (document.querySelector("[data-circle]") && !document.querySelector("dialog:modal")) window.seen = true;
        requestAnimationFrame(look);
    };
    look();
}"""


def test_what_covers_the_circle_covers_it_after_a_reload_and_after_back_and_forward(
    server: Server, visit: Visit
) -> None:
    page = Town(server, visit, in_a_room()).page()
    passing = page.get_by_role("dialog", name="Hand this to Bo")
    veil = page.get_by_role("dialog", name="Hidden")
    press(page.get_by_role("button", name="Pass the phone"))
    page.get_by_role("button", name="See my token").click()
    page.get_by_role("button", name="Hide it").click()
    expect(passing).to_be_visible()
    page.add_init_script(f"({SEEN})()")
    ways: tuple[Callable[[], object], ...] = (lambda: (page.go_back(), page.go_forward()), page.reload)
    for cover, way in ((passing, ways[0]), (veil, ways[1])):
        for again in ways if EVERYTHING else (way,):
            again()
            expect(cover).to_be_visible()
            settled(page)
            assert not page.evaluate("() => window.seen")
        if cover == passing:
            page.get_by_role("button", name="Hold to stop").press("Enter")
            page.get_by_role("button", name="To the circle").press("Enter")
            press(page.get_by_role("button", name="Hide", exact=True))
    veil.get_by_role("button").press("Enter")
    page.reload()
    expect(page.get_by_role("button", name="Pass the phone")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_nothing_is_offered_until_it_is_known_what_is_suggested(server: Server, visit: Visit) -> None:
    """What stands there first would move when the suggestion comes, and another answer would be touched."""
    page = visit(server.address, **PHONE)
    asked: set[int] = set()
    waiting: list[Callable[[], None]] = []

    def line(here: WebSocketRoute) -> None:
        there = here.connect_to_server()

        def ask(text: str | bytes) -> None:
            request = json.loads(text)
            if request["do"] == "hint":
                asked.add(request["n"])
            there.send(text)

        def tell(text: str | bytes) -> None:
            if json.loads(text).get("n") in asked:
                waiting.append(lambda: here.send(text))
            else:
                here.send(text)

        here.on_message(ask)
        there.on_message(tell)

    page.route_web_socket(re.compile("/socket$"), line)
    table = in_a_room(FIVE, ("Chef", "Empath", "Slayer", "Poisoner", "Imp"))
    come_to(page, Town(server, visit, play_on(table, is_asked(DI))).staged_at(None))
    token(page, "Ann").click()  # whom the Poisoner chooses; then it is asked what the Chef is told
    ask = page.get_by_role("region", name="Question")
    expect(ask).to_contain_text("Chef: what Ann is told")
    wait_until(page, lambda: waiting, "an answer on its way")
    expect(ask.get_by_role("button")).to_have_count(0)
    for tell in waiting:
        tell()
    expect(ask.get_by_role("button").first).to_contain_text("Suggested: ")


def test_a_step_is_open_until_it_is_shown_and_nothing_of_another_stands_there(server: Server, visit: Visit) -> None:
    page = Town(server, visit, play_on(in_a_room(), is_asked(SUE))).page()
    ask = page.get_by_role("region", name="Question")
    assert "Washerwoman" in what_is_asked(page)
    while "Washerwoman:" in what_is_asked(page):
        one_step(page)
    expect(ask).to_contain_text(re.compile(r"Wake Ann. Show [A-Z][a-z][A-Za-z ]+, point at \w+ and \w+"))
    expect(token(page, "Ann")).to_have_accessible_name(re.compile("wake them"))
    woken = page.get_by_role("list", name="The circle, clockwise").get_by_role(
        "button", name=re.compile("wake them")
    )
    expect(woken).to_have_count(1)
    expect(ask.get_by_role("button", name=re.compile("^Show"))).to_have_count(1)
    press(ask.get_by_role("button", name=re.compile("^Show [A-Z]")))
    page.get_by_role("button", name="Hold to close").press("Enter")
    press(ask.get_by_role("button", name="Go on", exact=True))
    expect(token(page, "Ann")).not_to_have_accessible_name(re.compile("wake them"))


def test_three_characters_that_were_chosen_together_are_one_undo(server: Server, visit: Visit) -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
    tokens = ("Washerwoman", "Chef", "Empath", "Saint", "Butler", "Poisoner", "Imp")
    table = dealt(names, tokens, script="tb", **IN_PERSON)
    page = Town(server, visit, play_on(table, lambda table: "not in play" in table.prompt(7))).page()
    ask = page.get_by_role("region", name="Question")
    press(ask.get_by_role("button", name=re.compile("Suggested")))
    expect(ask).to_contain_text("Point at Flo, the Minion.")
    press(ask.get_by_role("button", name="Show “This is your Minion”"))
    expect(page.get_by_role("dialog", name="This is your Minion")).to_contain_text("Flo")
    page.get_by_role("button", name="Hold to close").press("Enter")
    press(page.get_by_role("button", name="Undo", exact=True))
    expect(ask).to_contain_text("shown to the Demon as not in play")
    expect(page.locator(".storyteller")).not_to_contain_text("Point at Flo, the Minion.")


def test_a_vote_with_somebody_called_no_and_the_day_that_does_not_end_in_it(server: Server, visit: Visit) -> None:
    page = Town(server, visit, by_day(("Ann", "no", "Cy", "yes", "Ed"))).page()
    press(page.get_by_role("button", name="Open nominations"))
    expect(page.locator("[data-circle]")).to_contain_text(re.compile("Nobody died in the night"))
    press(page.get_by_role("button", name="Nominate", exact=True))
    for name in ("no", "Ed"):
        press(token(page, name))
    ends = [page.get_by_role("button", name=tool, exact=True) for tool in ("Nominate", "End day")]
    for tool in ends:
        expect(tool).to_be_disabled()
    for name in ("no", "yes"):
        press(token(page, name))
        expect(token(page, name)).to_have_accessible_name(re.compile("hand up"))
    expect(page.locator("[data-circle]")).not_to_contain_text("Next:")
    for tool in ends:
        expect(tool).to_be_disabled()
    press(page.get_by_role("button", name="Count the hands"))
    expect(ends[1]).to_be_enabled()
    expect(page.locator("[data-circle]")).to_contain_text("Ed: 2 votes")
    expect(page.get_by_role("region", name="Question")).to_contain_text("2 votes against Ed: not enough.")
    press(page.get_by_role("button", name="Log", exact=True))
    lines = page.get_by_role("dialog", name="What happened").get_by_role("listitem")
    expect(lines.filter(has_text=re.compile(r"^no nominates Ed\."))).to_have_count(1)


def test_hands_that_are_touched_at_once_after_a_nomination_are_all_counted_and_only_once(
    server: Server, visit: Visit
) -> None:
    page = Town(server, visit, by_day()).page(pace="usual", motion="auto")
    press(page.get_by_role("button", name="Open nominations"))
    press(page.get_by_role("button", name="Nominate", exact=True))
    voters = ("Ann", "Bo", "Cy", "Di")
    boxes = [token(page, name).bounding_box() for name in voters]
    for name in ("Ann", "Ed"):
        token(page, name).click()
    for box in boxes:
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    for name in voters:
        expect(token(page, name)).to_have_accessible_name(re.compile("hand up"))
    page.get_by_role("button", name="Count the hands").dblclick()
    expect(page.get_by_role("button", name="Counting the hands")).to_be_disabled()
    expect(page.get_by_role("region", name="Question")).to_contain_text("4 votes against Ed")
    settled(page)
    expect(page.locator("body")).not_to_contain_text("may not")


def test_a_traveller_arrives_by_touch_of_their_chair_and_half_of_all_exile_them(
    server: Server, visit: Visit
) -> None:
    page = Town(server, visit, by_day()).page()
    press(page.get_by_role("button", name=SEATS))
    expect(page.get_by_role("dialog", name="Seats")).not_to_contain_text("bot play for them")
    expect(page.get_by_role("dialog", name="Seats")).not_to_contain_text("New bots")
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="More", exact=True))
    page.get_by_label("A Traveller comes late").fill("Zoë")
    press(page.get_by_role("button", name="Give them a chair"))
    sheet = page.get_by_role("dialog", name="Zoë")
    expect(sheet).to_contain_text("is not in the game yet.")  # it is asked at once
    page.keyboard.press("Escape")
    expect(page.get_by_text("with a device of their own")).to_have_count(0)  # though all after her sit elsewhere
    press(token(page, "Zoë"))
    expect(sheet).to_contain_text("is not in the game yet.")
    expect(sheet.get_by_role("button", name="Kill")).to_have_count(0)
    sheet.get_by_label("as", exact=True).select_option("Scapegoat")
    sheet.get_by_label("on the side of").select_option("evil")
    press(sheet.get_by_role("button", name="Arrive"))
    cards = page.get_by_role("dialog", name="A card for Zoë")
    for card in ("You are Scapegoat, evil", "This is the Demon"):
        expect(cards.get_by_role("button", name=card, exact=False).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(token(page, "Zoë")).to_have_accessible_name(re.compile("Scapegoat, evil"))
    press(token(page, "Zoë"))
    expect(sheet.get_by_role("button", name="Kill")).to_be_visible()
    expect(sheet.get_by_role("button", name="ghost vote")).to_have_count(0)
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Nominate", exact=True))
    for name in ("Ann", "Zoë"):
        press(token(page, name))
    expect(page.locator("[data-circle]")).to_contain_text("3 to exile")


def test_an_in_person_table_opened_by_its_option_has_names_and_no_bots(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto("/new/clocktower")
    page.get_by_text("More options").click()
    page.get_by_label("Where you play", exact=True).select_option("in person")
    for asked in ("Your role", "You play", "Choose for each seat"):
        expect(page.get_by_text(asked, exact=True)).to_have_count(0)
    page.get_by_label("How many players?").select_option(label="6")
    page.get_by_label("Your name").fill("Mira")
    press(page.get_by_role("button", name="Open the table"))
    page.get_by_label("Names, with commas, clockwise").fill("Zoë, O'Hara; Bo B., Ann ")
    press(page.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_role("listitem").filter(has_text="Bo B.")).to_contain_text("without a device")
    expect(page.get_by_label("Names, with commas, clockwise")).to_have_value("")
    for offered in ("Talk", "Add a bot"):
        expect(page.get_by_text(offered, exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("bot"))).to_have_count(0)
    press(page.get_by_role("button", name="Remove: Ann"))
    press(page.get_by_role("button", name="Start the game", exact=True))
    expect(page.get_by_role("region", name="The grimoire").get_by_role("button")).to_have_count(6)
    # on a wide screen there is the log, and no talk: they talk in the room
    box = page.get_by_role("region", name="The grimoire").bounding_box()
    assert box
    assert box["width"] >= 900, "of a laptop's 1,280 pixels; the log opens when it is wanted"
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Talk")).to_have_count(0)
    press(page.get_by_role("button", name=SEATS))
    expect(page.get_by_role("dialog", name="Seats")).not_to_contain_text(re.compile(r"\bbot\b"))


def given(seats: Locator, name: str) -> str:
    """The address in the picture that the storyteller shows to this player."""
    press(seats.get_by_role("button", name=f"A device for {name}"))
    expect(seats.get_by_role("img", name=f"QR code of the link: Link to the seat of {name}")).to_be_visible()
    link = seats.get_by_label(f"Link to the seat of {name}", exact=True).input_value()
    press(seats.get_by_role("button", name=f"A device for {name}"))
    return link


def test_a_seat_is_given_by_a_code_on_the_storytellers_screen(server: Server, visit: Visit) -> None:
    town = Town(server, visit, by_day())
    page, bo = town.page(), visit(server.address, **PHONE)
    press(page.get_by_role("button", name=SEATS))
    seats = page.get_by_role("dialog", name="Seats")
    expect(seats.get_by_label("Link to this table")).to_have_value(f"{server.address}/t/{town.code}")
    link = given(seats, "Bo")
    bo.goto("/")
    bo.get_by_label("Code or link").fill(link)
    press(bo.get_by_role("button", name="Join", exact=True))
    press(bo.get_by_role("dialog", name="This is Bo's seat").get_by_role("button", name="Take Bo's seat"))
    expect(bo.get_by_role("dialog")).to_have_count(0)
    expect(bo.get_by_role("button", name="My token")).to_be_visible()
    expect(seats).to_contain_text("Bo has come, with a device of their own.")
    assert "code" not in bo.url, "it is used"
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Nominate", exact=True))
    for name in ("Ann", "Cy"):
        press(token(page, name))
    expect(page.get_by_role("region", name="Question")).to_contain_text("Bo has a device, and raises a hand there")
    press(bo.get_by_role("button", name="Raise your hand"))
    expect(token(page, "Bo")).to_have_accessible_name(re.compile("hand up"))
    press(token(page, "Bo"))  # who saw it come down overrules it
    expect(bo.get_by_role("button", name="Raise your hand")).to_be_visible()


def test_a_seat_is_taken_with_both_codes_that_the_storyteller_reads_out_and_with_no_other(
    server: Server, visit: Visit
) -> None:
    town = Town(server, visit, by_day())
    page, cy = town.page(), visit(server.address, **PHONE)
    press(page.get_by_role("button", name=SEATS))
    seats = page.get_by_role("dialog", name="Seats")
    press(seats.get_by_role("button", name="A device for Cy"))
    told = seats.get_by_text("Without a camera")
    expect(told).to_contain_text("on the first page, join with the table's code")
    expect(told).to_contain_text("under “Seats”")
    table, seat = told.locator("b").all_inner_texts()
    cy.goto("/")
    cy.get_by_label("Code or link").fill(table)
    press(cy.get_by_role("button", name="Join", exact=True))
    expect(cy.get_by_role("dialog")).to_have_count(0)
    press(cy.get_by_role("button", name=SEATS))
    expect(seats).to_contain_text("Somebody watches the town square, without a seat.")
    code = cy.get_by_label("The storyteller’s code for Cy")
    code.fill("2345ab")
    press(cy.get_by_role("button", name="Sit down as Cy"))
    expect(cy.get_by_role("dialog")).to_contain_text("That is not the code of this seat.")
    expect(cy.get_by_role("button", name="My token")).to_have_count(0)
    code.fill(seat)
    press(cy.get_by_role("button", name="Sit down as Cy"))
    cy.keyboard.press("Escape")
    expect(cy.get_by_role("button", name="My token")).to_be_visible()


def test_a_storyteller_goes_on_at_a_second_device_whose_address_keeps_no_secret(
    server: Server, visit: Visit
) -> None:
    page = Town(server, visit, by_day()).page()
    press(page.get_by_role("button", name="Seats"))
    page.get_by_role("button", name="A second device").click()
    link = page.get_by_role("textbox", name="Link for a second device").input_value()
    second = visit(server.address, **PHONE)
    second.goto(link.removeprefix(server.address).partition("#")[0])
    settled(second)
    second.goto(link.removeprefix(server.address))  # pasted where the table is open already
    expect(second.get_by_role("button", name="Open nominations")).to_be_visible()
    assert second.url == link.partition("#")[0] != link


def test_a_storyteller_who_leaves_is_told_that_the_game_waits_and_others_how_it_can_go_on(
    server: Server, visit: Visit
) -> None:
    asleep, town = (Town(server, visit, table) for table in (play_on(in_a_room(), is_asked(DI)), by_day()))
    page, other = town.page(), visit(server.address, **PHONE)
    other.add_init_script(STAYS)
    seats = page.get_by_role("dialog", name="Seats")
    press(page.get_by_role("button", name=SEATS))
    expect(seats).to_contain_text("give them a seat with “Own device” above")
    link = given(seats, "Bo")
    press(seats.get_by_role("button", name="Leave the table"))
    page.get_by_role("heading", name="Your tables").wait_for()
    waits = "The storyteller is away. Open “Seats” to choose who continues."
    for address in (f"/t/{asleep.code}", link.removeprefix(server.address)):
        other.goto(address)
        expect(other.locator(".now")).to_contain_text(waits)
    press(other.get_by_role("button", name="Only watch"))
    seats = other.get_by_role("dialog", name="Seats")
    press(other.get_by_role("button", name=SEATS))
    expect(seats).to_contain_text("nobody else can go on with it: no player has a device of their own")
    press(seats.get_by_role("button", name="Sit down as Bo"))
    expect(seats).to_contain_text("you can hand the storyteller's seat over here after two minutes")
    expect(seats).not_to_contain_text("you can answer for them")
    seats.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("Bo")
    press(seats.get_by_role("button", name="Hand over"))
    why = re.compile("gone for [0-9]+ seconds?; after two minutes you may hand that seat over")
    expect(seats.get_by_role("group", name="Why not")).to_contain_text(why)


def test_the_chairs_of_a_table_are_moved_before_the_game_by_hand_and_by_keys(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    come_as_host(page, server.address, "clocktower", 7, gather="in person")
    page.get_by_label("Names, with commas, clockwise").fill("Ann, Bo, Cy, Di, Ed, Flo")
    press(page.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_role("listitem").filter(has_text="Flo")).to_contain_text("without a device")
    press(page.get_by_role("button", name="Move chairs"))
    names, grips = page.locator("ol .name"), page.locator("ol .row-grip")
    page.get_by_role("button", name="Move Cy up").focus()
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Ann", "Cy", "Bo", "Di", "Ed", "Flo"])
    expect(page.get_by_role("button", name="Move Cy up")).to_be_focused()
    grips.nth(5).hover()  # which brings it out from under the bar at the bottom
    end = grips.nth(0).bounding_box()
    assert end
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    page.mouse.up()
    expect(names).to_have_text(["Flo", "Ann", "Cy", "Bo", "Di", "Ed"])
    press(page.get_by_role("button", name="Take the chair away: seat 4, Bo"))
    expect(names).to_have_text(["Flo", "Ann", "Cy", "Di", "Ed"])
    press(page.get_by_role("button", name="Bring a chair"))
    expect(names).to_have_text(["Flo", "Ann", "Cy", "Di", "Ed", "Empty seat"])
    press(page.get_by_role("button", name="Done", exact=True))
    expect(page.get_by_role("listitem").filter(has_text="Cy")).to_contain_text("without a device")
    page.get_by_role("textbox", name="Your name as Storyteller").fill("Mira")
    page.keyboard.press("Enter")
    settled(page)
    press(page.get_by_role("button", name="Start the game"))
    circle = page.get_by_role("region", name="The grimoire").get_by_role("button")
    expect(circle.first).to_have_accessible_name(re.compile("^Flo"))
    expect(circle.nth(2)).to_have_accessible_name(re.compile("^Cy"))


LINES = """() => [...document.querySelectorAll(".step .line")]
    .map((one) => Math.ceil(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight) - 0.1))"""
# Steps of the night that are cut off after the end of a sentence.
CUT = """() => [...document.querySelectorAll(".step .line")].filter((one) => one.scrollHeight > one.clientHeight)
    .map((one) => one.textContent).filter((text) => /[.!?] \\p{Lu}/u.test(text))"""
CIRCLE = "() => JSON.stringify(document.querySelector('.ring').getBoundingClientRect())"


def test_the_circle_keeps_its_size_whatever_is_asked_by_night_and_by_day(server: Server, visit: Visit) -> None:
    """From the bag to the vote; what is asked is looked at on the phone and on the laptop in turn."""
    tokens = ("Washerwoman", "Empath", "Chef", "Monk", "Butler", "Poisoner", "Imp", "Virgin")
    page = Town(server, visit, laid_out(TEN[:8], tokens, **IN_PERSON)).page()
    found: dict[tuple[int, int], set[str]] = {(390, 844): set(), (1280, 800): set()}
    asked: list[str] = []  # by its first two words

    def look() -> None:
        if (kind := " ".join(what_is_asked(page).split()[:2])) in asked:
            return
        asked.append(kind)
        for width, height in found if EVERYTHING else [list(found)[len(asked) % 2]]:
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            found[width, height].add(page.evaluate(CIRCLE))
            assert page.evaluate(LINES) in ([], [1])  # no half of a second line below the step of the night
            assert page.evaluate(CUT) == []

    look()
    press(page.get_by_role("button", name=re.compile("^Deal")).first)
    look()
    while one_step(page) == "answered":
        look()
    press(page.get_by_role("button", name="Nominate", exact=True))
    look()
    for name in ("Ann", "Bo"):
        press(token(page, name))
        look()
    assert [len(circles) for circles in found.values()] == [1, 1]
    assert len(asked) >= 10


COUNT_NAMES = """() => {
    window.written = 0;
    const count = (changes) => (written += changes.filter((one) => one.target.matches?.(".whole")).length);
    new MutationObserver(count).observe(document.querySelector(".ring"), { childList: true, subtree: true });
}"""


def test_a_name_that_is_cut_shows_its_end_next_to_its_beginning(server: Server, visit: Visit) -> None:
    names = [f"Somebody called {i}" for i in range(10, 25)]
    table = facedown.game("clocktower").new([*names, "Sue"], 1, deal="by hand", **IN_PERSON)
    page = Town(server, visit, table).page()
    drawn = page.locator(".ring .name .whole").all_inner_texts()
    assert [one[-2:] for one in drawn] == [str(i) for i in range(10, 25)]
    assert all(one.startswith("S") for one in drawn)
    assert all(re.search(r"\S…\d\d$", one) for one in drawn if "…" in one)
    assert any("…" in one for one in drawn)
    whole = "all => all.every(one => one.scrollWidth <= one.clientWidth)"
    assert page.locator(".ring .name .whole").evaluate_all(whole)
    page.evaluate(COUNT_NAMES)
    press(page.get_by_role("button", name=re.compile("^Deal")))
    expect(page.get_by_role("region", name="Question")).not_to_contain_text("in the bag")
    assert page.evaluate("() => written") == 0, "names are measured again whatever happens"
