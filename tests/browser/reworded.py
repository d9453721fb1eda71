"""Takes the sentences that a server says away from a page: what is left is fields."""

# Where sentences stand in what is heard over the socket and over HTTP.  Names of players, cards and characters are
# none.  Nor are words that a move has as data, a moment of the notebook ("N1"), or why something was refused, which
# is a word for programs.
PROSE = (
    *("text", "prompt", "aim", "why", "then", "note", "caption", "summary", "when", "asked", "say", "learned"),
    *("ability", "title", "death", "unlisted", "wrong", "oddities", "jinxes", "does_first", "does_other"),
)
# Each letter becomes another sign, so that what differed still differs.
REWORDED = f"""{{
    const PROSE = new Set({list(PROSE)}), MOMENT = /^[ND]\\d+$/;
    const other = (sign) => String.fromCodePoint(0x2801 + sign.codePointAt() % 255);
    const unread = (words) => words.replace(/./gsu, other);
    const reworded = (value, key) => {{
        if (typeof value === "string") return PROSE.has(key) && !MOMENT.test(value) ? unread(value) : value;
        if (key === "says") return value;  // a statement as data, not its sentence
        if (Array.isArray(value)) return value.map((one) => reworded(one, key));
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(Object.entries(value).map(([name, one]) =>
            [name, name === "why" && value.ok === false ? one : reworded(one, name)]));
    }};
    // Of a change one is told where it is, and what is there now.
    const changes = (rows) => rows.map(([path, value]) =>
        [path, reworded(value, path.findLast((step) => typeof step === "string"))]);
    const heard = (said) => said.is !== "changed" ? reworded(said) : {{
        ...said,
        frames: said.frames.map(({{ event, view }}) => ({{ event: reworded(event), view: changes(view) }})),
        turn: changes(said.turn),
    }};
    const {{ get }} = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    Object.defineProperty(MessageEvent.prototype, "data", {{
        get() {{
            const data = get.call(this);
            return this.target instanceof WebSocket ? JSON.stringify(heard(JSON.parse(data))) : data;
        }},
    }});
    const {{ json }} = Response.prototype;
    Response.prototype.json = async function () {{ return reworded(await json.call(this)); }};
}}"""
