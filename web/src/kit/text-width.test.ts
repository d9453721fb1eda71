import { expect, it } from "vitest";

import { breadth } from "./text-width";

it("knows about how broad names are", () => {
  // as a browser measured them, in ems
  const measured = { Metronome: 5.73, Boudreaux: 5.34, Madam: 3.71, Captain: 3.81, Silky: 2.39, Nocturne: 4.62 };
  for (const [name, ems] of Object.entries(measured)) expect(breadth(name) / ems, name).toSatisfy((part: number) => part > 0.97 && part < 1.15);
});
