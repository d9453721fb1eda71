/** Everything that is yours in one file: name, face and settings, and the games that you played. */
import { change, settings, settingsIn } from "../settings.svelte";
import { history, merge, type Played } from "./history";

const VERSION = 1;

interface Mine {
  facedown: number;
  settings: Record<string, unknown>;
  history: Played[];
}

/** The file's text.  Secrets of seats are not in it: whoever is shown the file cannot sit down in your place. */
export function exported(): string {
  const mine: Mine = { facedown: VERSION, settings: { ...settings }, history: history() };
  return JSON.stringify(mine, null, 1);
}

/** Take over what such a file holds; how many games were in it.  Throws an Error that says what is wrong with it. */
export function imported(text: string): number {
  const mine = checked(text);
  if (!merge(mine.history)) throw new Error("This browser has no room for these games, or keeps no data; nothing was loaded.");
  const { notices: _, ...wanted } = settingsIn(mine.settings); // each browser asks for itself whether it may notify
  change(wanted);
  return mine.history.length;
}

function checked(text: string): Mine {
  let mine: Partial<Mine>;
  try {
    mine = JSON.parse(text) as Partial<Mine>;
  } catch {
    throw new Error("This is not a Facedown file: it is not JSON.");
  }
  if (typeof mine !== "object" || mine === null || typeof mine.facedown !== "number")
    throw new Error("This is not a Facedown file: it was not saved on the page “You”.");
  if (mine.facedown > VERSION) throw new Error("This file was saved by a newer version of Facedown; update this server first.");
  if (typeof mine.settings !== "object" || mine.settings === null || !Array.isArray(mine.history))
    throw new Error("Part of this file is missing: save it again on the device from which it came.");
  const wrong = mine.history.findIndex((game) => !isPlayed(game));
  if (wrong >= 0) throw new Error(`Game ${wrong + 1} in this file cannot be read; nothing was taken over.`);
  return mine as Mine;
}

function isPlayed(given: unknown): given is Played {
  if (typeof given !== "object" || given === null) return false;
  const game = given as Record<string, unknown>;
  const texts = ["code", "game", "title", "summary", "record"].every((name) => typeof game[name] === "string");
  const numbers = ["number", "ended", "you"].every((name) => Number.isFinite(game[name]));
  const lists = ["winners", "scores"].every((name) => list(game[name], "number")) && list(game["names"], "string");
  const cards = game["cards"];
  return texts && numbers && lists && typeof cards === "object" && cards !== null && list(Object.values(cards), "number");
}

function list(given: unknown, of: "number" | "string"): boolean {
  return Array.isArray(given) && given.every((one) => typeof one === of);
}
