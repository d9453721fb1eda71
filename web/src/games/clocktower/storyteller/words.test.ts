import { expect, test } from "vitest";

import type { Awaited, Place, Token, View } from "../view";
import { DRAWING, LOOKING, standing, tokenInWords, waitingFor } from "./words";

const place = (more: Partial<Place> = {}): Place => ({ seat: 0, name: "Ann, of Bath", alive: true, ghost_vote: true, here: true, claims: [], ...more }) as unknown as Place;
const token = (more: Partial<Token> = {}): Token =>
  ({ seat: 0, character: "Drunk", shown: null, alignment: "good", alive: true, impaired: false, abilities: [], was: [], markers: [], death: "", fate: null, told: 1, ...more });

test("a token is said with all that it shows", () => {
  const markers = [{ word: "poisoned", by: "Poisoner", holds: false, own: false }];
  const said = tokenInWords(place({ alive: false }), token({ shown: "Chef", alive: false, impaired: true, markers }), "Drunk");
  expect(said).toBe("Ann, of Bath, Drunk, good, dead, drunk or poisoned, one vote left; thinks they are the Chef; reminders: poisoned (Poisoner), not now");
});

test("whoever died in the night is not counted among the living", () => {
  const circle = [place(), place({ seat: 1 }), place({ seat: 2, here: false })];
  expect(standing({ circle, grimoire: null })).toBe("2 of 2 alive");
  expect(standing({ circle, grimoire: [token({ alive: false }), token({ seat: 1 })] })).toBe("1 of 2 alive");
});

test("what is not dealt is not said, and what lies in the bag is", () => {
  expect(tokenInWords(place(), undefined, null)).toBe("Ann, of Bath");
  expect(tokenInWords(place(), undefined, "Imp")).toBe("Ann, of Bath, Imp");
  expect(tokenInWords(place({ here: false }), token(), "Drunk")).toBe("Ann, of Bath, not at the table");
});

test("whose answer is awaited is said with whose ability asks", () => {
  const view = (text: string, character: string): View => ({ awaited: [{ seat: 1, topic: "", text, options: ["Ann"], character }] }) as unknown as View;
  const name = (seat: number): string => ["Ann", "Őrsi"][seat]!;
  expect(waitingFor(view("choose the first of two players", "Fortune Teller"), name)).toBe("Őrsi, Fortune Teller: choose the first of two players");
  expect(waitingFor(view("Vote: yes or no", ""), name)).toBe("Őrsi: Vote: yes or no");
});

test("who has to look at their token is said as the storyteller would say it", () => {
  const view = (...seats: number[]): View => ofTopic(LOOKING, seats);
  const ofTopic = (topic: string, seats: number[]): View => ({ awaited: seats.map((seat) => ({ seat, topic, text: "look at your token", options: ["ready"] }) as unknown as Awaited) }) as unknown as View;
  const name = (seat: number): string => ["Ann", "Bo", "Cy", "Di"][seat]!;
  expect(waitingFor(view(1), name)).toBe("Bo to look at their token");
  expect(waitingFor(view(0, 1), name)).toBe("Ann and Bo to look at their tokens");
  expect(waitingFor(view(0, 1, 2, 3), name)).toBe("4 players to look at their tokens");
  expect(waitingFor(ofTopic(DRAWING, [0, 3]), name)).toBe("Ann and Di to draw their tokens");
});
