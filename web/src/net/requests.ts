// Written by tools/view_types.py from the structs of facedown.server.wire.from_page; change those.
import type { Expression } from "../faces/face";

/** The first message: the secrets of this browser, and the last frame that it has seen. */
export interface Hello {
  do: "hello";
  secret?: string | null;
  host?: string | null;
  since?: number | null;
  changes?: boolean;
}

/** Take a seat under this name. */
export interface Sit {
  do: "sit";
  seat: number;
  name: string;
  face?: string | null;
  secret?: string | null;
  code?: string | null;
}

/** Ask for a code with which somebody can take the seat of a person without a device. */
export interface Invite { do: "invite"; seat: number }

/** Change the face of one's own seat, before or after a game. */
export interface Wear { do: "wear"; face: string }

/** Put a bot in a seat, or take it away (null). */
export interface Bot { do: "bot"; seat: number; bot: string | null }

/** Rename a seat before the first game, or name somebody without a device. */
export interface Name { do: "name"; seat: number; name: string }

/** Rearrange the seats before the first game: their present numbers in the new order, null for a new seat. */
export interface Arrange { do: "arrange"; seats: (number | null)[] }

/** Say before the first game who begins: `value` for this option, which is one of seats. */
export interface Choose { do: "choose"; option: string; value: string | number }

/** Whoever has this seat is host from now on. */
export interface MakeHost { do: "makehost"; seat: number }

/** Want a bot to stand in for whoever has this seat and is away; `agree`: false: no longer. */
export interface CallBot { do: "callbot"; seat: number; agree?: boolean }

/** Add a seat with this name during the game, for somebody who comes late. */
export interface AddSeat { do: "addseat"; name: string }

/** Ask, without a seat, for a chair in the game that is played, under this name; null: ask no longer. */
export interface AskSeat { do: "askseat"; name: string | null }

/** Give the host seat to whoever has this seat; null: to a bot. */
export interface HandOver { do: "handover"; to?: number | null }

/** Start the first game. */
export interface Start { do: "start" }

/** Agree to another game; `agree`: false to say that this seat would rather not play now. */
export interface Again { do: "again"; agree?: boolean }

/** The page's commitment to the number that it has made for the next deal (docs/deals.md). */
export interface Commit { do: "commit"; commitment: string }

/** The number that the page has committed itself to. */
export interface Open { do: "open"; number: string }

/** Make a move, based on version `at` of the game: its value, as it came with the legal moves. */
export interface Play { do: "play"; at: number; move: unknown; key?: string | null }

/** Ask in which words a move that says something would be told; it is not made. */
export interface InWords { do: "words"; move: unknown }

/** Ask what a bot would do in this place. */
export interface AskHint { do: "hint" }

/** Ask which moves can be undone. */
export interface Undoable { do: "undoable" }

/** Take one's own last move back, if it has not revealed anything. */
export interface Unplay { do: "unplay"; at: number }

/** Undo move `to` of those that can be undone, and everything after it. */
export interface Undo { do: "undo"; at: number; to: number }

/** Set how long bots pause and whether they wait for people; `next`: the next one acts at once. */
export interface Pace {
  do: "pace";
  pace?: "human" | "fast" | "instant" | null;
  waits?: boolean | null;
  next?: boolean;
}

/** Give one's seat up. */
export interface Leave { do: "leave" }

/** Take somebody's seat away; `block`: keep their address from taking one here again. */
export interface Remove { do: "remove"; seat: number; block?: boolean }

/** Delete this table with everything that is stored of it, as the host. */
export interface DeleteTable { do: "deletetable" }

/** Delete everything that one has said in Talk. */
export interface Unsay { do: "unsay" }

/** Report the person in this seat to the operator of the server. */
export interface ReportPerson { do: "report"; seat: number; why: string }

/** Open or close Talk for everybody, as the host. */
export interface Talk { do: "talk"; open: boolean }

/** Give everybody a link to where the table talks aloud, as the host; None: take it away. */
export interface Voice { do: "voice"; link: string | null }

/** Say something in Talk. */
export interface Say { do: "say"; text: string; key?: string | null }

/** Make a face that everybody sees for a moment; it is not stored. */
export interface React { do: "react"; expression: Expression }

/** So many of the things that this seat alone was told have been read on its page. */
export interface Read { do: "read"; things: number }

/** Ask for the time of the table's clock. */
export interface Ping { do: "ping" }

/** Any of these; the connection adds their number `n`. */
export type Request =
  | Hello
  | Sit
  | Invite
  | Wear
  | Bot
  | Name
  | Arrange
  | Choose
  | MakeHost
  | CallBot
  | AddSeat
  | AskSeat
  | HandOver
  | Start
  | Again
  | Commit
  | Open
  | Play
  | InWords
  | AskHint
  | Undoable
  | Unplay
  | Undo
  | Pace
  | Leave
  | Remove
  | DeleteTable
  | Unsay
  | ReportPerson
  | Talk
  | Voice
  | Say
  | React
  | Read
  | Ping;
