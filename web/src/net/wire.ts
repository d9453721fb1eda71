/** The messages of the table, as `docs/explanation/architecture.md` ("The wire") has them. */
import type * as Told from "./types";

export type { About, Called, CardsRead, Changes, Frame, GameBook, GameInfo, Hint, Lesson, LessonStep, OpenTable, Option, OptionsRead, Picture, PuzzleAnswer, PuzzleOfDay, Rule, Series, Story, TableSummary } from "./types";
export type { Request } from "./requests";
export type { CalledOff as CalledOffMessage, Changed as ChangedMessage, ClockFace, Dealing as DealingMessage, Line as ChatLine, Over as OverMessage, SeatInfo as WireSeat, Seats as SeatsMessage, Step as UndoableMove, Table as TableMessage, Turn as TurnState, Undone as UndoneMessage, Update as UpdateMessage } from "./types";

export type Phase = Told.Table["phase"];

/** What is asked now. */
export type Turn = Omit<Told.Turn, "view"> & Pick<Told.Table, "clock">;

export type Accepted = Told.Yes & { ok: true };
export type Rejected = Told.No & { ok: false };
export type Answer = Accepted | Rejected;

export type ServerMessage = Told.TalkIs | Told.VoiceIs | Told.Lines | Told.Dealing | Told.CalledOff | Told.Table | Told.Update | Told.Undone | Told.Seats | Told.Hosts | Told.Ends | Told.AreRead | Told.Chat | Told.Reacted | Told.Over;
