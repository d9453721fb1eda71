"""People at a table whose pages nobody looks at: each has a line of their own, all of them in one browser."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.browser.town import Town

# By night, and when they are asked for a vote, they give the first answer that there is, but never name themselves:
# that would be an Imp's end.  On the floor they wait.
CREW = """([code, names]) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    window.crew = names.map((name, seat) => {
        const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${code}/socket`);
        const one = { name, seat, n: 0, seated: false, moves: [], legal: [], asked: [], at: 0, answered: -1 };
        one.send = (said) => socket.send(JSON.stringify({ n: ++one.n, ...said }));
        one.play = (move) => {
            const value = one.moves.find(({ text }) => text === move)?.move ?? move;
            one.send({ do: "play", at: one.at, move: value });
        };
        socket.onopen = () => { one.send({ do: "hello" }); one.send({ do: "sit", seat, name }); };
        socket.onmessage = (message) => {
            const told = JSON.parse(message.data);
            if (told.is === "answer" && told.ok && told.secret) one.seated = true;
            if (told.legal === undefined) return;
            const legal = told.legal.map(({ text }) => text);
            Object.assign(one, { moves: told.legal, legal, asked: told.asked, at: told.version });
            if (!one.asked.includes(seat) || !one.legal.length || one.legal.includes("done")) return;
            if (one.answered === one.at) return;
            one.answered = one.at;
            one.play(one.legal.includes("no") ? "no" : one.legal.find((move) => move !== name) ?? one.legal[0]);
        };
        return one;
    });
}"""
SEATED = "() => window.crew.every((one) => one.seated)"


def take_seats(page: Page, address: str, code: str, names: Sequence[str]) -> None:
    """Let people of these names take the first chairs of a table, and answer from this page."""
    page.goto(f"{address}/settings")
    page.evaluate(CREW, [code, list(names)])
    page.wait_for_function(SEATED)


# By night and in a vote whoever has these secrets takes the first answer that there is, and never names themselves.
ANSWER = """([code, people]) => people.map(([name, secret]) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
    let [n, answered] = [0, -1];
    const send = (said) => socket.send(JSON.stringify({ n: ++n, ...said }));
    socket.onopen = () => send({ do: "hello", secret });
    socket.onmessage = (message) => {
        const { legal, version: at } = JSON.parse(message.data);
        const called = (move) => legal.find(({ text }) => text === move);
        if (!legal?.length || called("done") || at === answered) return;
        answered = at;
        const { move } = called("no") ?? legal.find(({ text }) => text !== name) ?? legal[0];
        send({ do: "play", at, move });
    };
})"""


def answer_for(page: Page, town: Town) -> None:
    """From now on the players of a town that was staged answer from this page."""
    page.evaluate(f"(told) => void ({ANSWER})(told)", [town.code, list(town.players())])


# Whoever has these secrets makes the first move that there is, until the game is over.
TO_THE_END = """([code, secrets]) => Promise.all(secrets.map((secret) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
    let [n, answered] = [0, -1];
    const send = (said) => socket.send(JSON.stringify({ n: ++n, ...said }));
    socket.onopen = () => send({ do: "hello", secret });
    socket.onmessage = (message) => {
        const told = JSON.parse(message.data);
        if (told.is === "over" || told.phase === "over") { socket.close(); resolve(); return; }
        if (told.is === "answer" && !told.ok && told.why !== "stale") reject(new Error(told.text));
        if (!told.legal?.length || told.version === answered) return;
        answered = told.version;
        send({ do: "play", at: answered, move: told.legal[0].move });
    };
})))"""
SECRET = "code => JSON.parse(localStorage['facedown.tables'])[code].secret"


def play_out(code: str, *pages: Page) -> None:
    """Let the people at these pages leave the table, make all moves that the game takes, and come back."""
    secrets = [page.evaluate(SECRET, code) for page in pages]
    for page in pages:
        page.goto("/settings")
    pages[0].evaluate(TO_THE_END, [code, secrets])
    for page in pages:
        page.goto(f"/t/{code}")
