/** Opening a table and filling its chairs as was wished, before anybody sees it. */
import { settings } from "../settings.svelte";
import { open, Refused, socketAddress, type Wish } from "./api";
import { againstBots } from "./preferences";
import { Connection } from "./connection";
import { remember } from "./known-tables";
import type { Answer, GameInfo } from "./wire";

export type Chair = { who: "me"; name: string } | { who: "invite" } | { who: "bot"; bot: string } | { who: "named"; name: string };

/** Who plays without having told us a name; stands in sentences: "Guest takes the trick". */
export const NAMELESS = "Guest";

/** The bot that plays sensibly and at once, or the first that does not play at random. */
export function usualBot(bots: readonly string[]): string {
  return bots.find((bot) => bot === "sensible") ?? bots.find((bot) => bot !== "random") ?? "random";
}

/** A game against bots that has begun, with these options, and else as is liked here and suits who plays alone: the code of its table.  Raises Refused. */
export function playNow(game: GameInfo, options: Wish["options"] = {}, bot = usualBot(game.bots)): Promise<string> {
  const bots = Array.from({ length: game.usual_seats - 1 }, (): Chair => ({ who: "bot", bot }));
  return setUp({ game: game.id, options: againstBots(game, options) }, [{ who: "me", name: settings.name || NAMELESS }, ...bots]);
}

/** The code of the new table.  Where nobody is waited for, the game has begun.  Raises Refused. */
export async function setUp(wish: Omit<Wish, "seats">, chairs: Chair[]): Promise<string> {
  const { table: code, host } = await open({ ...wish, seats: chairs.length });
  remember(code, { game: wish.game, host });
  const connection = await new Promise<Connection>((resolve, reject) => {
    const made: Connection = new Connection(socketAddress(code), {
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
        const answer = checked(await connection.ask({ do: "sit", seat, name: chair.name, face: settings.face }));
        if (answer.secret) remember(code, { game: wish.game, secret: answer.secret, seat, named: settings.name, worn: settings.face });
      } else if (chair.who === "bot") checked(await connection.ask({ do: "bot", seat, bot: chair.bot }));
      else if (chair.who === "named") checked(await connection.ask({ do: "name", seat, name: chair.name }));
    }
    if (chairs.every((chair) => chair.who !== "invite")) checked(await connection.ask({ do: "start" }));
  } finally {
    connection.close();
  }
  return code;
}

function checked(answer: Answer): Answer & { ok: true } {
  if (!answer.ok) throw new Refused(answer.why, answer.text);
  return answer;
}
