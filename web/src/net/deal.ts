/** Our part in a deal that people can check: a number, what we say of it first, and whether all kept to what they said.
 * docs/deals.md describes it; browsers have SHA-256 of their own only over https, so a library computes it. */
import { store, stored } from "../device/stored";
import { counted } from "../kit/text";
import { awaited } from "../settled";

const LENGTH = 32;
const MARK = "# deal: ";
const KEPT = 30; // deals that we remember: those of the last games

/** What we must know to check a deal later. */
interface Kept {
  number: string;
  published: string;
}

/** The line of a record that says how its seed was made. */
interface DealLine {
  table: string;
  game: number;
  secret: string;
  numbers: Record<string, string>;
  commitments: Record<string, string>;
  published: string;
  called_off: number;
}

export function newNumber(): string {
  return hex(crypto.getRandomValues(new Uint8Array(LENGTH)));
}

export function commitmentTo(table: string, number: string): Promise<string> {
  return digest("number", text(table), bytes(number));
}

export function publishedFor(table: string, game: number, secret: string, commitments: Record<string, string>): Promise<string> {
  return digest("server", text(table), uint32(game), bytes(secret), ...bySeat(commitments));
}

export async function seedOf(table: string, game: number, secret: string, numbers: Record<string, string>): Promise<string> {
  return (await digest("seed", text(table), uint32(game), bytes(secret), ...bySeat(numbers))).slice(0, LENGTH);
}

/** Remember what we put into a deal, and what the server had said then. */
export function rememberDeal(table: string, game: number, kept: Kept): void {
  const rest = Object.entries(stored("deals") ?? {}).slice(1 - KEPT);
  store("deals", { ...Object.fromEntries(rest), [`${table} ${game}`]: kept }); // who keeps nothing checks nothing later
}

/** Did this browser put a number into the deal of this game? */
export function tookPart(table: string, game: number): boolean {
  return ours(table, game) !== null;
}

function ours(table: string, game: number): Kept | null {
  return (stored("deals") as Record<string, Kept> | null)?.[`${table} ${game}`] ?? null;
}

/** What can be said of the deal of this game, number `game` at its table, by its record; `fine` is false where somebody
 * did not keep to what they had said. */
export async function check(record: string, table: string, game: number): Promise<{ fine: boolean; text: string }> {
  const line = record.split("\n").find((each) => each.startsWith(MARK));
  const mine = ours(table, game);
  if (line === undefined) {
    if (mine) return wrong("Your number is not in it: the record says nothing of how the cards were dealt.");
    return { fine: true, text: "The server alone shuffled for this game: fewer than two people's pages took part in the deal." };
  }
  const told = JSON.parse(line.slice(MARK.length)) as DealLine;
  const { secret, numbers, commitments, published } = told;
  if (told.table !== table || told.game !== game) return wrong("The record belongs to another game.");
  for (const [seat, number] of Object.entries(numbers)) {
    if ((await commitmentTo(table, number)) !== commitments[seat]) return wrong(`The number of seat ${Number(seat) + 1} is not the one promised.`);
  }
  if (Object.keys(commitments).length !== Object.keys(numbers).length) return wrong("A number that was promised is missing.");
  if ((await publishedFor(table, game, secret, commitments)) !== published) return wrong("The server's secret is not the one promised.");
  const seed = await seedOf(table, game, secret, numbers);
  if (!record.split("\n\n")[0]?.split("\n").includes(`seed: ${seed}`)) return wrong("The cards were not dealt from these numbers.");
  if (mine && mine.published !== published) return wrong("Before the game, the server had promised something else.");
  if (mine && !Object.values(numbers).includes(mine.number)) return wrong("Your own number is not in it.");
  const whose = mine ? "Your number was used" : "This browser did not take part";
  const off = told.called_off ? ` The start had been called off ${counted(told.called_off, "time")} before.` : "";
  const people = Object.keys(numbers).length;
  return { fine: true, text: `The deal is fair: it follows from the numbers of ${people === 1 ? "1 person" : `${people} people`} and the server, each committed in advance. ${whose}.${off}` };
}

function wrong(text: string): { fine: boolean; text: string } {
  return { fine: false, text: `The deal is not right. ${text}` };
}

async function digest(what: string, ...parts: Uint8Array[]): Promise<string> {
  const { sha256 } = await awaited(import("@noble/hashes/sha2.js"));
  const hash = sha256.create();
  for (const part of [text(`facedown deal 1 ${what}`), ...parts]) hash.update(uint32(part.length)).update(part);
  return hex(hash.digest());
}

function bySeat(values: Record<string, string>): Uint8Array[] {
  const seats = Object.keys(values).map(Number);
  return seats.sort((a, b) => a - b).map((seat) => Uint8Array.of(seat, ...bytes(values[seat] ?? "")));
}

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

function uint32(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

function bytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
