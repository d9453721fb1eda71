// Written by tools/view_types.py from the game's views.py; change that.
/** Lines that cannot all be true. */
export interface Contradiction { lines: Line[] }

/** Day by day, and from when on only the Demon was left. */
export interface Hindsight {
  demon: number;
  days: DayInHindsight[];
  /** 0: there were always others. */
  day: number;
  /** Who made the last statement that was needed; None: the night's deaths were enough. */
  by: number | null;
  text: string;
}

/** Something false that a player was told, or something true that their ability did not find out. */
export interface Misled {
  night: number;
  day: number;
  seat: number;
  text: string;
  true: boolean;
  why: string;
}

/** What has just happened, as far as the one who has this view is told. */
export interface Happened {
  kind: string;
  text: string;
  seat: number | null;
  /** Of whom it speaks, where it is said aloud. */
  about: number[];
  /** Which character its player says that they are. */
  claims: string | null;
}

/** What everybody knows of one nomination; all players are seats. */
export interface Tally {
  day: number;
  by: number | null;
  nominee: number | null;
  hands: number[];
  tally: number;
  done: boolean;
  /** Eyes were closed: nobody knows hands and tally. */
  hidden: boolean;
}

export type Phase = "set-up" | "night" | "day" | "over";

/** The tokens laid out before the deal, and what they should be: for the storyteller alone. */
export interface Bag {
  /** How many of each team are wanted. */
  counts: Record<string, number>;
  /** What changes these numbers: "Baron: 2 Outsiders more". */
  why: string[];
  tokens: Laid[];
  /** Those in the bag that are nobody's yet. */
  unseated: InBag[];
  /** The policy's. */
  suggested: Laid[];
  /** Why it cannot be dealt yet; "" if it can. */
  wrong: string;
  /** Whether everybody draws theirs when it is dealt. */
  draws: boolean;
  /** Of the script: nobody is it, it lies with the storyteller. */
  aside: string[];
  /** Of the script: never drawn, but laid out for somebody. */
  for_somebody: string[];
  /** Of the script: whose player takes themselves for another, and that one's team. */
  believers: Record<string, string>;
  /** Of the script: who has another character's ability and knows it, and that one's team. */
  powers: Record<string, string>;
}

/** Somebody who is asked something now. */
export interface Awaited {
  seat: number;
  text: string;
  topic: string;
  /** Their legal answers; none where they may say or do what they like. */
  options: Choice[];
  /** Whose ability asks; "" for none. */
  character: string;
}

/** A token in the grimoire that no player holds: nobody's character, or one of the storyteller's own. */
export interface Beside {
  character: string;
  team: string;
  alive: boolean;
  impaired: boolean;
  markers: Reminder[];
  /** Its id, if it does something when the storyteller calls on it. */
  calls: string;
}

/** What a player may do by day with an ability, or say that they do; the storyteller may do it for them. */
export interface DayDeed {
  seat: number;
  verb: string;
  /** By its id, whose ability they say that they use. */
  character: string | null;
  /** To one of whom it is done; none where it is done to nobody. */
  targets: number[];
  /** Whether something is said with it. */
  words: boolean;
}

/** What the storyteller has written down, for a player or for the whole game. */
export interface Note { seat: number | null; text: string }

/** One player in the grimoire: what only the storyteller sees. */
export interface Token {
  seat: number;
  character: string;
  shown: string | null;
  alignment: string;
  alive: boolean;
  impaired: boolean;
  /** Beside the token's own: lent ones, and those only believed in. */
  abilities: string[];
  markers: Reminder[];
  /** "executed on day 2", "killed by the Imp in night 3"; "" while they live. */
  death: string;
  /** How they died: otherwise than by execution or exile, when; None while they live. */
  fate: Fate | null;
  /** Which characters before, the first one first. */
  was: string[];
  /** How many things they have been told. */
  told: number;
}

/** One step of a night: a character that somebody has, or one in which no character acts. */
export interface NightStep {
  /** A character's id, or "dusk", "minioninfo", "demoninfo", "dawn". */
  step: string;
  /** Its name; "" if no character acts. */
  character: string;
  /** Who has it. */
  seat: number | null;
  state: StepState;
  dead: boolean;
  impaired: boolean;
  /** They only believe that they have it. */
  believed: boolean;
  /** What the storyteller says and does. */
  say: string;
  /** The cards that are held up. */
  show: Shown[];
  /** In the present step: the seats that are woken. */
  wakes: number[];
  /** In the present step: the seats that are pointed at. */
  points: number[];
  /** In the present step: the seats that its player has chosen. */
  chose: number[];
}

/** A card that the storyteller shows somebody: what stands on it, and what lies on it. */
export interface Shown { title: string; characters: string[]; words: string[] }

/** A reminder that can be put down for a character. */
export interface AtHand {
  word: string;
  by: string;
  /** How many of these tokens do not lie on the circle. */
  left: number;
  /** Somebody has that character, or needs the reminder although nobody has. */
  in_play: boolean;
}

/** Hands that are being counted one after the other, clockwise. */
export interface Sweep {
  kind: Counting;
  /** Whom it is about; None: the storyteller. */
  nominee: number | null;
  /** The seats in the order in which their hands are counted. */
  order: number[];
  /** Which of them is next, counted from 0. */
  at: number;
  /** Hands that are up now. */
  up: number[];
  /** Hands that have been counted. */
  locked: number[];
  /** The dead whose last vote this would be. */
  spends: number[];
  /** For how long a hand waits for who is away; None: until its player has answered. */
  seconds: number | null;
  /** Whether the storyteller makes the vote wait. */
  held: boolean;
  /** For how many votes the hands stand that are up; players know of those that are locked. */
  votes: number;
  /** For how many votes each counts; 1 where it is down; () where eyes are closed. */
  weights: number[];
  /** All eyes are closed: everybody sees their own hand alone. */
  hidden: boolean;
}

export type SaidKind = "report" | "opinion" | "question" | "other";

export type LearnedKind = "says" | "not in play" | "other";

/** Something said aloud; where it tells what a character learned: when ("N1", "D2"), through which, and what. */
export interface Said {
  day: number;
  text: string;
  when: string;
  by: string;
  learned: string;
  /** An opinion: on whose side somebody is, or other talk that tells of nothing. */
  kind: SaidKind;
}

/** Something whispered; the storyteller's seat is the last. */
export interface InPrivate { day: number; by: number; to: number[]; text: string }

/** One place in the circle, as everybody sees it. */
export interface InCircle {
  seat: number;
  name: string;
  alive: boolean;
  ghost_vote: boolean;
  here: boolean;
  /** A Traveller's. */
  character: string | null;
  /** The characters that they have said they are. */
  claims: string[];
  /** When the town saw them die: "N2" before day 2, "D2" on it; "" if they live. */
  died: string;
  /** How many executions changed nothing, as everybody saw. */
  survived: number;
  /** Where they sit, counted clockwise from 0: their seat, until somebody changes places. */
  place: number;
  /** All that they have said aloud. */
  said: Said[];
}

/** Something that the viewer may say: in words, and as the moves `say` and `whisper` have it. */
export interface Sayable {
  text: string;
  /** Structs of speech.statements. */
  says: unknown[];
  /** Whether the viewer has said so aloud. */
  said: boolean;
}

/** One token of a grimoire that this player was shown. */
export interface Seen {
  seat: number;
  character: string;
  /** Whom they think they are. */
  shown: string | null;
  alignment: string;
  marks: string[];
  alive: boolean;
}

/** Something that this player was told. */
export interface Learned {
  night: number;
  day: number;
  text: string;
  /** "not in play": characters that they may claim to be. */
  kind: LearnedKind;
  /** Those that the text names. */
  characters: string[];
  /** What their own character told them, as they can say it aloud. */
  report: Sayable | null;
  /** It is to be seen as a card. */
  card: Shown | null;
  /** It is to be seen as a circle. */
  grimoire: Seen[];
}

/** A player's own token, as they know it. */
export interface Me {
  character: string;
  team: string;
  alignment: string;
  ability: string;
  told: Learned[];
}

/** What is asked of the one who has this view. */
export interface Asked {
  text: string;
  free_text: boolean;
  floor: boolean;
  /** Which question it is, however it is worded: `monk.choice`, `vote`; as of observe.ObservedQuestion. */
  id: string;
  /** Whom and what it names: parts of moves, words, and tuples of them. */
  args: unknown[];
  /** What kind of choice it is; beside votes, for the storyteller alone. */
  topic: string;
  truths: unknown[];
}

/** A character that the host has written. */
export interface HomeMade {
  name: string;
  team: string;
  /** What it does. */
  text: string;
  /** When it has its turn on the first night; None: it has none. */
  first: number | null;
  /** And on other nights. */
  other: number | null;
  /** What is done for it then, as its file says. */
  does_first: string;
  does_other: string;
}

/** All that a seat may know.  `seat` None: a spectator; the last seat is the storyteller's. */
export interface View {
  seat: number | null;
  seats: number;
  storyteller: boolean;
  phase: Phase;
  night: number;
  day: number;
  me: Me | null;
  question: Asked | null;
  /** Whom this seat knows to be asked. */
  asked: number[];
  circle: InCircle[];
  nominations: Tally[];
  /** On earlier days. */
  nominated_before: Tally[];
  /** Who is about to be executed. */
  block: number | null;
  threshold: number;
  /** How many votes would put a nominee on the block now. */
  to_beat: number;
  /** How many would tie with the one on it; None: nobody is, or it is told at dusk. */
  ties: number | null;
  /** While hands are counted. */
  sweep: Sweep | null;
  /** It is night, and no player talks. */
  sleeping: boolean;
  /** Before the deal, for the storyteller alone. */
  bag: Bag | null;
  nominating: boolean;
  grimoire: Token[] | null;
  /** What lies beside the circle: for the storyteller alone, as the grimoire is. */
  beside: Beside[] | null;
  bluffs: string[] | null;
  /** By this seat and to it; the storyteller hears all. */
  whispers: InPrivate[];
  /** Tonight's, by day the coming night's; for the storyteller, as below. */
  night_list: NightStep[] | null;
  /** What players are asked now. */
  awaited: Awaited[] | null;
  /** What they may do by day, where the storyteller answers for all of them. */
  deeds: DayDeed[] | null;
  reminders_at_hand: AtHand[] | null;
  notes: Note[] | null;
  script: string[];
  /** Of the same characters, as moves have them. */
  script_ids: string[];
  /** Those of them that several players may be. */
  several: string[];
  script_name: string;
  /** "" if nobody is named. */
  script_author: string;
  /** The script's own characters. */
  home_made: HomeMade[];
  /** Rules of two characters of the script together. */
  jinxes: string[];
  /** Rules of the script's own, as its file has them. */
  house_rules: string[];
  event: Happened | null;
  over: boolean;
  winner: string | null;
  /** What does not fit together of what everybody has heard and seen: sentences. */
  oddities: string[];
  /** In what was said aloud and what this seat was told. */
  contradictions: Contradiction[];
  /** What was false and why: for the storyteller, when the game is over. */
  account: Misled[] | null;
  /** When the town could have known who the Demon is: as the account. */
  hindsight: Hindsight | null;
}

export type Counting = "execution" | "exile" | "poll";

/** A token laid out for a seat; the storyteller's, the last, where no player holds it. */
export interface Laid {
  seat: number;
  character: string;
  /** What its player is to believe they are. */
  shown: string | null;
  /** Whether the storyteller gave it to this player: shuffling moves it, too. */
  by_hand: boolean;
}

/** A token that chance deals to one of those who have none. */
export interface InBag {
  character: string;
  /** What its player is to believe they are. */
  shown: string | null;
}

/** A marker in the grimoire, and whether it holds. */
export interface Reminder {
  word: string;
  by: string | null;
  holds: boolean;
  /** The storyteller's own words, which change nothing. */
  own: boolean;
}

export type Fate = "executed" | "exiled" | "night" | "day";

export type StepState = "done" | "now" | "later";

/** A legal answer: as a move has it, and in words. */
export interface Choice { move: unknown; text: string }

/** Something that was said, or that the viewer was told (`by` is None). */
export interface Line { by: number | null; text: string }

/** What the town could have known by the end of a day's talk. */
export interface DayInHindsight {
  day: number;
  /** How many evil teams were left that fit all of it. */
  teams: number;
  /** The seats that could still be the Demon. */
  demons: number[];
}

/** A home-made character of a script. */
export interface OwnCharacter {
  /** As moves and orders of the night have it. */
  id: string;
  name: string;
  team: string;
  /** What it does. */
  text: string;
  /** Its place in the order of the first night; None if it is not woken. */
  first: number | null;
  /** The same of the other nights. */
  other: number | null;
  reminders: string[];
  /** What the storyteller does for it on the first night. */
  does_first: string;
  does_other: string;
  /** Its item in the file. */
  written: unknown;
}

/** What the file of a script says. */
export interface ScriptSheet {
  name: string;
  /** "" if nobody is named. */
  author: string;
  /** Of all its characters, in its order. */
  ids: string[];
  own: OwnCharacter[];
  /** Its own order of the first night: ids of characters and steps. */
  first: string[] | null;
  other: string[] | null;
  /** Rules of its own about two characters together. */
  jinxes: string[];
  /** Other rules of its own. */
  house_rules: string[];
  /** All that the file says of the script itself. */
  meta: unknown;
  /** Official characters that the file has in full, as it writes them. */
  in_full: Record<string, unknown>;
  /** Jinxes that are items of the file, the same. */
  jinx_items: unknown[];
  /** What is odd in it, and what was made of that. */
  warnings: string[];
}
