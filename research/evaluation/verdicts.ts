/**
 * Forecasts and their outcomes in growing columns, because millions of objects would be too
 * expensive.
 */
export interface Verdicts {
  readonly size: number;
  /** Forecasts without a price in the entry or closing minute. */
  withoutOutcome: number;
  add(pUp: number, outcome: number, session: number, pair: number): void;
  pUp(i: number): number;
  /** −1, 0 (a tie) or 1. */
  outcome(i: number): number;
  session(i: number): number;
  pair(i: number): number;
}

export function createVerdicts(): Verdicts {
  let capacity = 1 << 16;
  let size = 0;
  let pUps = new Float64Array(capacity);
  let notes = new Int8Array(3 * capacity);

  function grow(): void {
    capacity *= 2;
    const [oldPUps, oldNotes] = [pUps, notes];
    pUps = new Float64Array(capacity);
    notes = new Int8Array(3 * capacity);
    pUps.set(oldPUps);
    notes.set(oldNotes);
  }

  return {
    get size() {
      return size;
    },
    withoutOutcome: 0,
    add(pUp, outcome, session, pair) {
      if (size === capacity) grow();
      pUps[size] = pUp;
      notes[3 * size] = outcome;
      notes[3 * size + 1] = session;
      notes[3 * size + 2] = pair;
      size += 1;
    },
    pUp: (i) => pUps[i] as number,
    outcome: (i) => notes[3 * i] as number,
    session: (i) => notes[3 * i + 1] as number,
    pair: (i) => notes[3 * i + 2] as number,
  };
}
