/** What a seat sees of Clocktower, as `words.py` makes it. */

export interface Place {
  seat: number;
  name: string;
  alive: boolean;
  ghost_vote: boolean;
  here: boolean;
  /** A Traveller's. */
  character: string | null;
  claims: string[];
  /** Said aloud today. */
  says: string[];
  /** Said aloud on earlier days, as far as it is understood. */
  said_before: string[];
  /** When the town saw them die: "N2", "D2"; "" if they live. */
  died: string;
  /** How many executions changed nothing. */
  survived: number;
  /** Clockwise from 0. */
  place: number;
}

export interface Learned {
  night: number;
  day: number;
  text: string;
  /** What their own character told them, as they can say it aloud. */
  report: string;
}

export interface Me {
  character: string;
  team: string;
  alignment: string;
  ability: string;
  told: Learned[];
}

export interface Tally {
  day: number;
  /** null: the storyteller. */
  by: number | null;
  nominee: number | null;
  hands: number[];
  tally: number;
  done: boolean;
}

export interface Reminder {
  word: string;
  by: string | null;
  holds: boolean;
}

export interface Token {
  seat: number;
  character: string;
  /** What they believe to be, where that is another. */
  shown: string | null;
  alignment: string;
  alive: boolean;
  impaired: boolean;
  abilities: string[];
  markers: Reminder[];
}

/** A token in the grimoire that no player holds. */
export interface Beside {
  character: string;
  team: string;
  alive: boolean;
  impaired: boolean;
  markers: Reminder[];
}

export interface View {
  seat: number | null;
  storyteller: boolean;
  phase: "set-up" | "night" | "day" | "over";
  night: number;
  day: number;
  me: Me | null;
  question: { id?: string; text: string; free_text: boolean; floor: boolean; topic?: string; truths?: string[] } | null;
  circle: Place[];
  nominations: Tally[];
  /** On earlier days. */
  nominated_before: Tally[];
  block: number | null;
  threshold: number;
  nominating: boolean;
  grimoire: Token[] | null;
  beside: Beside[] | null;
  bluffs: string[] | null;
  script: string[];
  jinxes: string[];
  over: boolean;
  winner: string | null;
}

/** The players clockwise. */
export function clockwise(view: View): Place[] {
  return [...view.circle].sort((a, b) => a.place - b.place);
}

/** "Ann, Bo and Cy" */
export function listed(parts: string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "nobody");
}
