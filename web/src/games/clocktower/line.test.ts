import { expect, test } from "vitest";

import line from "./line";

const NAMES = ["Ann", "Bo", "Ann and Bo"];

test.each([
  ["Bo told: You are the Chef.", "Told Bo: You are the Chef."],
  ["Ann and Bo told: Cy is the Imp.", "Told Ann and Bo: Cy is the Imp."],
  ["Ann, Bo and Ann and Bo told: these are your Minions", "Told Ann, Bo and Ann and Bo: these are your Minions"],
  ["Bo told: Ann told: nothing", "Told Bo: Ann told: nothing"],
  ["Bo: I was told: no", "Bo: I was told: no"],
  ["Nobody told: a lie", "Nobody told: a lie"],
  ["Bo dies.", "Bo dies."],
])("%s", (written, read) => expect(line(written, NAMES)).toBe(read));
