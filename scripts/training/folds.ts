import { noOutcome } from '../bars/bar-outcome.ts';
import type { TrainingRows } from './training-rows.ts';

/** Learn from everything before `from`, be judged on [from, to). Milliseconds UTC. The last one is the model itself: nothing to judge. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Nothing that ends within the last minutes before the judged time may be learnt: its outcome lies there. */
const purgedMs = 15 * 60_000;

/**
 * Walk forward: the first three sevenths of the period are only learnt from, each of the four following sevenths is
 * judged by a model that knows all before it (nine months and four quarters of the 21 months that the models come from).
 */
export function createFolds(from: number, to: number): Fold[] {
  const seventh = (to - from) / 7;
  return [3, 4, 5, 6].map((k) => ({ from: from + k * seventh, to: from + (k + 1) * seventh }));
}

/** Rows to learn from before `until`: those with an outcome that is not a tie. */
export const rowsToLearn = (rows: TrainingRows, outcome: Int8Array, until: number): Int32Array =>
  selectRows(rows.size, (row) => isDecided(outcome[row]) && (rows.time[row] as number) < until - purgedMs);

/** Rows to judge: all with an outcome, ties included. */
export const rowsToJudge = (rows: TrainingRows, outcome: Int8Array, { from, to }: Fold): Int32Array =>
  selectRows(rows.size, (row) => outcome[row] !== noOutcome && isWithin(rows.time[row] as number, from, to));

const isDecided = (outcome: number | undefined): boolean => outcome === 1 || outcome === -1;
const isWithin = (time: number, from: number, to: number): boolean => time >= from && time < to;

function selectRows(size: number, isWanted: (row: number) => boolean): Int32Array {
  const chosen = new Int32Array(size);
  let count = 0;
  for (let row = 0; row < size; row += 1) if (isWanted(row)) chosen[count++] = row;
  return chosen.slice(0, count);
}
