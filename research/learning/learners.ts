import type { Duration } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { featureInfos } from '#engine/features/market-features.ts';
import { createTermReader, standardised } from '#engine/forecast/scorer/logistic-scorer.ts';
import type { BinnedRows } from '../training/binned-rows.ts';
import { type BoostOptions, boostTrees } from '../training/boost-trees.ts';
import type { LogisticInputs } from '../training/fit-logistic.ts';
import { addTrees, type BinnedTree } from '../training/grow-tree.ts';
import type { TrainingRows } from '../training/training-rows.ts';
import { fitNearPrior, multiply } from './fit-near-prior.ts';

/** One duration on one market: what every means learns from, and what it starts from. */
export interface LearningTask {
  readonly rows: TrainingRows;
  readonly binned: BinnedRows;
  readonly duration: Duration;
  /** Decided rows of the first fit. */
  readonly firstRows: Int32Array;
  /** Decided rows of the market at hand. */
  readonly newRows: Int32Array;
  /** Rows to score with what was learnt. */
  readonly scored: Int32Array;
  /** By row, near the log-odds: the scores of the first fit for `newRows` and `scored`. */
  readonly first: Float32Array;
  readonly pairInputs: LogisticInputs;
  readonly volatilityInputs: LogisticInputs;
}

/** Returns raw scores by row, set for `scored`. */
export type Learner = (task: LearningTask) => Float32Array;

/** The usual trees, for decisions of every third minute: a third of the rows, all of them in each tree. */
export const firstBoost: BoostOptions = {
  trees: 80,
  leaves: 31,
  minLeafRows: 620,
  shrinkRows: 230,
  learningRate: 0.08,
  everyNth: 1,
  featureShare: 0.5,
};

/** Few and small steps: two months have about a tenth of the rows. */
const continuedBoost: BoostOptions = { ...firstBoost, trees: 20, leaves: 15, learningRate: 0.04 };

/** The prior strengths of the first fit's logistic regression, in rows. */
const ridgeRows = 500;
const productRidgeRows = 5_000;

export const learners: Readonly<Record<string, Learner>> = {
  'first fit': ({ first }) => first,
  'a: by pair and volatility': (task) => {
    const volatility = createTermReader(task.volatilityInputs.terms);
    const { symbols, pair, features } = task.rows;
    return correctFirst(task, {
      prior: [1, ...Array<number>(volatility.count + symbols.length).fill(0)],
      ridges: [ridgeRows, ...Array<number>(volatility.count + symbols.length).fill(ridgeRows)],
      write(row, into, base) {
        const score = task.first[row] as number;
        into[base] = score;
        for (let term = 0; term < volatility.count; term += 1) {
          const value = volatility.value(features, row * featureInfos.length, term);
          into[base + 1 + term] = score * standardised(value, task.volatilityInputs.deviations[term] as number);
        }
        into[base + 1 + volatility.count + (pair[row] as number)] = score;
      },
    });
  },
  'b: logistic layer': (task) => {
    const { terms, deviations } = task.pairInputs;
    const reader = createTermReader(terms);
    return correctFirst(task, {
      prior: [1, ...terms.map(() => 0)],
      ridges: [ridgeRows, ...terms.map(({ by }) => (by === undefined ? ridgeRows : productRidgeRows))],
      write(row, into, base) {
        into[base] = task.first[row] as number;
        for (let term = 0; term < reader.count; term += 1) {
          const value = reader.value(task.rows.features, row * featureInfos.length, term);
          into[base + 1 + term] = standardised(value, deviations[term] as number);
        }
      },
    });
  },
  'c: boosting continued': (task) => {
    const trees = fitTrees(task, task.newRows, continuedBoost, task.first);
    return scoreTrees(task.binned, trees, task.scored, task.first);
  },
  'd: refitted whole': (task) => {
    const all = Int32Array.from([...task.firstRows, ...task.newRows]);
    return scoreTrees(task.binned, fitTrees(task, all, firstBoost, null), task.scored, null);
  },
};

interface Correction {
  readonly prior: readonly number[];
  readonly ridges: readonly number[];
  /** Writes the inputs of a row, `prior.length` zeros so far. */
  write(row: number, into: Float64Array, base: number): void;
}

/** A logistic regression near the first fit, for each session. Rows with unknown inputs keep their score. */
function correctFirst(task: LearningTask, { prior, ridges, write }: Correction): Float32Array {
  const { rows, newRows, scored, first, duration } = task;
  const width = prior.length;
  const into = Float32Array.from(first);
  const ofSession = (all: Int32Array, session: number): Int32Array =>
    all.filter((row) => rows.session[row] === session);
  for (const session of marketSessions.keys()) {
    const design = new Float64Array(newRows.length * width);
    const outcomes: number[] = [];
    for (const row of ofSession(newRows, session)) {
      const base = outcomes.length * width;
      write(row, design, base);
      if (isKnown(design, base, width)) outcomes.push(rows.outcomes[duration][row] as number);
      else design.fill(0, base, base + width);
    }
    const examples = {
      design: design.subarray(0, outcomes.length * width),
      outcomes: Int8Array.from(outcomes),
    };
    const weights = fitNearPrior(examples, prior, ridges);
    const inputs = new Float64Array(width);
    for (const row of ofSession(scored, session)) {
      write(row, inputs.fill(0), 0);
      if (isKnown(inputs, 0, width)) into[row] = multiply(inputs, 0, weights);
    }
  }
  return into;
}

function isKnown(values: Float64Array, base: number, width: number): boolean {
  for (let i = base; i < base + width; i += 1) if (Number.isNaN(values[i])) return false;
  return true;
}

/** Trees for what `start` (null: nothing) leaves of the outcomes ±2, in mirrored markets. */
export function fitTrees(
  { rows, binned, duration }: Pick<LearningTask, 'rows' | 'binned' | 'duration'>,
  learn: Int32Array,
  boost: BoostOptions,
  start: Float32Array | null,
): BinnedTree[] {
  const targets = new Float32Array(rows.size);
  for (const row of learn) {
    const left = 2 * (rows.outcomes[duration][row] as number) - (start?.[row] ?? 0);
    targets[row] = left * (binned.turns[row] as number);
  }
  return boostTrees(binned, learn, targets, boost, duration);
}

/** `start` (null: zero) plus the trees' scores, for `scored`; in the market's own direction. */
export function scoreTrees(
  { bins, featureCount, turns }: BinnedRows,
  trees: readonly BinnedTree[],
  scored: Int32Array,
  start: Float32Array | null,
): Float32Array {
  const added = new Float32Array(turns.length);
  addTrees(trees, bins, featureCount, scored, added);
  return added.map((value, row) => (start?.[row] ?? 0) + value * (turns[row] as number));
}
