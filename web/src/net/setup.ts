/** Opening a table and filling its chairs as was wished, before anybody sees it. */
import { open, Refused, type Wish } from "./api";
import { Line } from "./line";
import { remember } from "./memory";
import type { Answer } from "./wire";

export type Chair = { who: "me"; name: string } | { who: "invite" } | { who: "bot"; bot: string };

/** The code of the new table.  Where nobody is waited for, the game has begun.  Raises Refused. */
export async function setUp(wish: Omit<Wish, "seats">, chairs: Chair[]): Promise<string> {
  const { table: code, host } = await open({ ...wish, seats: chairs.length });
  remember(code, { game: wish.game, host });
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const line = await new Promise<Line>((resolve, reject) => {
    const made: Line = new Line(`${scheme}://${location.host}/api/tables/${encodeURIComponent(code)}/socket`, {
      hello: () => ({ do: "hello", host }),
      welcomed: (answer) => (answer.ok ? resolve(made) : reject(new Refused(answer.why, answer.text))),
      told: () => {},
      pinged: () => {},
      state: () => {},
    });
  });
  try {
    for (const [seat, chair] of chairs.entries()) {
      if (chair.who === "me") {
        const answer = checked(await line.ask({ do: "sit", seat, name: chair.name }));
        if (answer.secret) remember(code, { game: wish.game, secret: answer.secret });
      } else if (chair.who === "bot") checked(await line.ask({ do: "bot", seat, bot: chair.bot }));
    }
    if (chairs.every((chair) => chair.who !== "invite")) checked(await line.ask({ do: "start" }));
  } finally {
    line.close();
  }
  return code;
}

function checked(answer: Answer): Answer & { ok: true } {
  if (!answer.ok) throw new Refused(answer.why, answer.text);
  return answer;
}
