import { expect, it } from "vitest";

import { DealParticipant } from "./deal-participant";
import type { DealingMessage, Request } from "./wire";

it("notices when the server leaves out the number that it had taken, and opens nothing", async () => {
  const asked: Request[] = [];
  const participant = new DealParticipant("k3qwz8hm2v", (request) => {
    asked.push(request);
    return Promise.resolve({ is: "answer", n: 1, ok: true });
  });
  const dealing: DealingMessage = { is: "dealing", game: 1, published: "00".repeat(32), commitments: [null, "aa".repeat(32)] };
  expect(await participant.open(dealing, 0)).toBe(true);
  await participant.commit();
  expect(await participant.open(dealing, 0)).toBe(false);
  expect(asked.map((request) => request.do)).toEqual(["commit"]);
});
