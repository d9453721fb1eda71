"""People at a table whose pages nobody looks at: each has a line of their own, all of them in one browser."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.town import Town

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
