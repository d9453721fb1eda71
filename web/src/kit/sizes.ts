/** The sizes that a table may have, and which of them to try. */

/** How far something leaves its room: `too` pixels of what lies along a room's `side`. */
export interface Spill {
  too: number;
  side: number;
}

const SMALLEST = 0.4;
const STEP = 1.05;
export const STEPS = 39; // the largest unit is about 2.7
/** Where a search begins that knows nothing: most tables are smaller. */
const USUAL = 18;

export const unitOf = (step: number): number => SMALLEST * STEP ** step;

const stepOf = (unit: number): number => (unit <= SMALLEST ? 0 : Math.floor(Math.log(unit / SMALLEST) / Math.log(STEP) + 1e-9));

/**
 * The step at which what leaves its room would just lie in it.  All of it may grow with the unit, so this is the largest
 * that is likely; a second look tells how much of it does.
 */
function guess(step: number, { too, side }: Spill, before: { step: number; spill: Spill } | null): number {
  const unit = unitOf(step);
  const whole = stepOf((unit * side) / (side + too));
  if (!before || before.spill.too <= too) return whole;
  return Math.min(whole, stepOf(unit - (too * (unitOf(before.step) - unit)) / (before.spill.too - too)));
}

/** What is known of a step that was tried: what leaves its room at it, if anything does. */
export interface Tried {
  step: number;
  spill: Spill | null;
}

/**
 * The largest step, `most` at most, at which nothing leaves its room; 0 if there is none.
 *
 * `spillAt` tries a step.  The search begins at what is known, or else with what is likely.
 */
export function search(spillAt: (step: number) => Spill | null, most: number, known: Tried | null, likely: number | null): number {
  let [low, high] = [0, most];
  let next: number | null = likely === null ? USUAL : likely + 1; // most often little has changed
  let failed: { step: number; spill: Spill } | null = null;

  function learn({ step, spill }: Tried): void {
    if (spill) {
      next = guess(step, spill, failed);
      failed = { step, spill };
      high = step - 1;
    } else {
      // A guess is right most often, so that the next step does not fit.
      next = known?.step === step || (failed && step > low + 1) ? step + 1 : null;
      low = step;
    }
  }

  if (known) learn(known);
  while (low < high) {
    const step = Math.min(high, Math.max(low + 1, next ?? Math.ceil((low + high) / 2)));
    learn({ step, spill: spillAt(step) });
  }
  return low;
}
