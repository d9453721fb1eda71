/** The messages of the table, as `docs/explanation/architecture.md` ("The wire") has them. */
import type { Expression } from "../faces/face";
import type { Seat } from "../kit/contract";
import type * as Told from "./types";

export type { About, Called, CardsRead, Changes, Frame, GameBook, GameInfo, Hint, Lesson, LessonStep, OpenTable, Option, OptionsRead, Picture, Rule, Series, Story, TableSummary } from "./types";
export type { CalledOff as CalledOffMessage, Changed as ChangedMessage, Clock as WireClock, Dealing as DealingMessage, Line as ChatLine, Over as OverMessage, SeatInfo as WireSeat, Seats as SeatsMessage, Step as UndoableMove, Table as TableMessage, Turn as TurnState, Undone as UndoneMessage, Update as UpdateMessage } from "./types";

export type Phase = Told.Table["phase"];

/** What is asked now. */
export type Turn = Omit<Told.Turn, "view"> & Pick<Told.Table, "clock">;

export type Accepted = Told.Yes & { ok: true };
export type Rejected = Told.No & { ok: false };
export type Answer = Accepted | Rejected;

export type ServerMessage = Told.TalkIs | Told.Lines | Told.Listed | Told.Dealing | Told.CalledOff | Told.Table | Told.Update | Told.Undone | Told.Seats | Told.Hosts | Told.Chat | Told.Reacted | Told.Over;

export type Request =
  | { do: "hello"; secret?: string; host?: string; since?: number; changes?: boolean }
  | { do: "sit"; seat: Seat; name: string; face?: string; secret?: string }
  | { do: "wear"; face: string }
  | { do: "bot"; seat: Seat; bot: string | null }
  | { do: "name"; seat: Seat; name: string }
  | { do: "arrange"; seats: (Seat | null)[] }
  | { do: "choose"; option: string; value: string | number }
  | { do: "addseat"; name: string }
  | { do: "handover"; to: Seat | null }
  | { do: "makehost"; seat: Seat }
  | { do: "callbot"; seat: Seat; agree: boolean }
  | { do: "start" | "leave" | "ping" | "undoable" | "hint" | "unsay" | "deletetable" }
  | { do: "again"; agree?: boolean }
  | { do: "play"; at: number; move: unknown; key?: string }
  | { do: "undo"; at: number; to: number }
  | { do: "unplay"; at: number }
  | { do: "remove"; seat: Seat; block: boolean }
  | { do: "report"; seat: Seat; why: string }
  | { do: "talk"; open: boolean }
  | { do: "commit"; commitment: string }
  | { do: "open"; number: string }
  | { do: "pace"; pace?: string; waits?: boolean; next?: boolean }
  | { do: "react"; expression: Expression }
  | { do: "say"; text: string; key?: string };
