/** What this page does in the deals of a table: it commits to a number, and opens it when the game begins. */
import type { Seat } from "../kit/contract";
import { commitmentTo, newNumber, rememberDeal } from "./deal";
import type { Answer, DealingMessage, Request } from "./wire";

export class DealParticipant {
  /** Our number for the next deal, and what we have said of it. */
  #ours: { number: string; commitment: string } | null = null;

  constructor(
    private readonly table: string,
    private readonly ask: (request: Request) => Promise<Answer>,
  ) {}

  /** Commit to a number for the next deal. */
  async commit(): Promise<void> {
    const number = newNumber();
    const commitment = await commitmentTo(this.table, number);
    const answer = await this.ask({ do: "commit", commitment });
    if (answer.ok) this.#ours = { number, commitment };
  }

  /** A game begins: open our number.  False if the server has another commitment of our seat, which we do not open, or
   * has left out the one that it had taken. */
  async open({ game, published, commitments }: DealingMessage, seat: Seat): Promise<boolean> {
    const ours = this.#ours;
    if (commitments[seat] === null) return ours === null;
    if (!ours || commitments[seat] !== ours.commitment) return false;
    this.#ours = null;
    rememberDeal(this.table, game, { number: ours.number, published });
    await this.ask({ do: "open", number: ours.number });
    return true;
  }
}

/** What is said where the numbers of a deal are not those that this page has sent. */
export const NOT_OURS = "The server's list for the shuffle does not match what this page sent. If this table is open in two windows, the other one takes part.";

/** Why a game does not begin: whose numbers did not come; `names`: by seat. */
export function whyCalledOff(seats: readonly number[], names: readonly string[]): string {
  const who = seats.map((seat) => names[seat] ?? `Seat ${seat + 1}`).join(" and ");
  return `The start was called off: ${who ? `${who} did not take part in the deal in time` : "the game could not be saved"}. Start the game again.`;
}
