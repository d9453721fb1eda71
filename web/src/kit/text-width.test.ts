import { expect, it } from "vitest";

import { breadth, largest } from "./text-width";

it("knows about how broad names are", () => {
  // as a browser measured them, in ems
  const measured = { Metronome: 5.73, Boudreaux: 5.34, Madam: 3.71, Captain: 3.81, Silky: 2.39, Nocturne: 4.62 };
  for (const [name, ems] of Object.entries(measured)) expect(breadth(name) / ems, name).toSatisfy((part: number) => part > 0.97 && part < 1.15);
});

it("no short name is too broad for its room", () => {
  const measured = { Ann: 1.96, Bo: 1.29, Max: 2.1, Ben: 1.89, Kim: 1.92, Zoe: 1.75 };
  for (const [name, ems] of Object.entries(measured)) expect(largest(name, 346) * ems, name).toBeLessThan(346);
});
