import { minuteMs } from '#domain/time.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import type { TrainingRows } from './training-rows.ts';

/**
 * Train on everything before `from`, evaluate on [from, to). Milliseconds UTC. The last one is the
 * final model, without an evaluation range.
 */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows within the last minutes before the evaluated range are excluded from training, because their
 * outcomes are inside it.
 */
export const purgedMs = 15 * minuteMs;

/**
 * Walk forward: the first three sevenths of the period are for training only, each of the four
 * following sevenths is evaluated by a model trained on everything before it (nine months and four
 * quarters of the 21 months that the models are trained on).
 */
export function createFolds(from: number, to: number): Fold[] {
  const seventh = (to - from) / 7;
  return [3, 4, 5, 6].map((k) => ({ from: from + k * seventh, to: from + (k + 1) * seventh }));
}

/**
 * Training rows before `until`: those with an outcome that is not a tie. Pair by pair in ascending
 * time, so that every n-th of them is every n-th minute of each pair.
 */
export function rowsToLearn(rows: TrainingRows, outcome: Int8Array, until: number): Int32Array {
  const decided = selectRows(rows.size, (row) => isDecided(outcome[row]) && getTime(rows, row) < until - purgedMs);
  const ofPair = (pair: number): Int32Array => decided.filter((row) => rows.pair[row] === pair);
  return joined(rows.symbols.map((_, pair) => ofPair(pair)));
}

/** Rows to evaluate: all with an outcome, ties included. */
export const rowsToJudge = (rows: TrainingRows, outcome: Int8Array, { from, to }: Fold): Int32Array =>
  selectRows(rows.size, (row) => outcome[row] !== noOutcome && isWithin(getTime(rows, row), from, to));

const getTime = (rows: TrainingRows, row: number): number => rows.time[row] as number;
const isDecided = (outcome: number | undefined): boolean => outcome === 1 || outcome === -1;
const isWithin = (time: number, from: number, to: number): boolean => time >= from && time < to;

function selectRows(size: number, isWanted: (row: number) => boolean): Int32Array {
  const chosen = new Int32Array(size);
  let count = 0;
  for (let row = 0; row < size; row += 1) if (isWanted(row)) chosen[count++] = row;
  return chosen.slice(0, count);
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
