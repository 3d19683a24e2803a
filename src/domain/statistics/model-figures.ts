import { mapKeys } from '../objects.ts';
import { type AiModelKey, aiModelKeys } from '../signals/ai-model.ts';
import { addSums, clusteredInterval, type ClusterSums, noClusters } from './cluster-sums.ts';
import { type Outcome, outcomes } from '../signals/outcome.ts';
import { minOutcomesForRate } from './shown-rate.ts';
import { wilsonInterval } from './wilson-interval.ts';

/**
 * Start of each step of stated probability, percent: finer where models state most. The last step
 * is unbounded.
 */
export const stepStarts = [50, 52, 54, 56, 58, 60, 65, 70, 80] as const;

/** Index of the step that contains a stated probability, percent. */
export const getStep = (passability: number): number => stepStarts.findLastIndex((start) => passability >= start);

/** Wins and losses among forecasts whose stated probability lies in one step. */
export interface CalibrationStep {
  won: number;
  lost: number;
  /**
   * Sum of the stated probabilities, in whole millionths of a percent: independent of the order of
   * addition.
   */
  stated: number;
}

/** Outcomes of the forecasts that users received, each counted once. */
export interface ModelTally {
  readonly counts: Record<Outcome, number>;
  readonly steps: readonly CalibrationStep[];
  /** 1 for each win, 0 for each loss, by the hour in which the forecast ended. */
  readonly wins: ClusterSums;
  /** Actual minus stated probability of each forecast, in hundredths of a percent, by hour. */
  readonly excess: ClusterSums;
}

/** Each single model, and all models combined: of signals with an edge. */
const edgeKeys = [...aiModelKeys, 'all'] as const;
/** Signals without an edge are counted apart, those of all models together. */
export const tallyKeys = [...edgeKeys, 'practice'] as const;
export type TallyKey = (typeof tallyKeys)[number];

/** Mutated only by `addTally`. */
export type Tally = Readonly<Record<TallyKey, ModelTally>>;

export const statedUnits = 1_000_000;

/** Min number of outcomes for a rank. */
const minForRank = 500;

export const emptyCounts = (): Record<Outcome, number> => ({ successful: 0, neutral: 0, unsuccessful: 0, void: 0 });
export const emptySteps = (): CalibrationStep[] => stepStarts.map(() => ({ won: 0, lost: 0, stated: 0 }));

/** Builds a record with a value for every tally. */
export const byTallyKey = <Value>(getValue: (key: TallyKey) => Value): Record<TallyKey, Value> =>
  mapKeys(tallyKeys, getValue);

export const createTally = (): Tally =>
  byTallyKey(() => ({ counts: emptyCounts(), steps: emptySteps(), wins: noClusters(), excess: noClusters() }));

/** Adds all of `more` to `tally`, or subtracts it for −1. */
export function addTally(tally: Tally, more: Tally, by: 1 | -1 = 1): void {
  for (const key of tallyKeys) {
    const [own, other] = [tally[key], more[key]];
    for (const outcome of outcomes) own.counts[outcome] += by * other.counts[outcome];
    own.steps.forEach((step, i) => addStep(step, other.steps[i], by));
    addSums(own.wins, other.wins, by);
    addSums(own.excess, other.excess, by);
  }
}

function addStep(step: CalibrationStep, more: CalibrationStep | undefined, by: 1 | -1): void {
  if (!more) return;
  step.won += by * more.won;
  step.lost += by * more.lost;
  step.stated += by * more.stated;
}

export interface CountedFigures extends Readonly<Record<Outcome, number>> {
  readonly total: number;
  readonly winRate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Stated and actual probability in one step of the stated probability, with the 95 % interval of
 * the actual one.
 */
export interface CalibrationFigure {
  readonly stated: number;
  readonly real: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

interface Figures extends CountedFigures {
  readonly aiModel: AiModelKey;
  readonly breakEven: number;
  readonly rank: number | null;
  readonly reliability: CalibrationFigure[];
}

/**
 * Figures of all models: ranked ones first, then by number of outcomes. `payout`: share of the
 * stake that a win pays.
 */
export function computeFigures(tally: Tally, payout: number): Figures[] {
  const all = aiModelKeys.map((aiModel) => toUnranked(aiModel, tally[aiModel], 1 / (1 + payout)));
  const order = all.toSorted((a, b) => rankedBy(b) - rankedBy(a) || b.total - a.total);
  return order.map((figures, i) => ({ ...figures, rank: rankedBy(figures) >= 0 ? i + 1 : null }));
}

const rankedBy = ({ total, low }: Figures): number => (total >= minForRank && low !== null ? low : -1);

/** Figures of one model, or of all models combined. */
export function computeCountedFigures({ counts, wins }: Pick<ModelTally, 'counts' | 'wins'>): CountedFigures {
  const { successful, neutral, unsuccessful } = counts;
  const total = successful + neutral + unsuccessful;
  const interval = total >= minOutcomesForRate ? clusteredInterval(wins) : null;
  if (!interval) return { total, ...counts, winRate: null, low: null, high: null };
  const { low, high } = interval;
  return { total, ...counts, winRate: successful / (successful + unsuccessful), low, high };
}

function toUnranked(aiModel: AiModelKey, tally: ModelTally, breakEven: number): Figures {
  const figures = { aiModel, ...computeCountedFigures(tally), breakEven, rank: null };
  const interval = figures.winRate === null ? null : clusteredInterval(tally.wins);
  if (!interval) return { ...figures, reliability: [] };
  const share = interval.effective / tally.wins.count;
  return { ...figures, reliability: tally.steps.flatMap((step) => computeCalibration(step, share)) };
}

/** `share`: how many independent outcomes one outcome is worth, measured over all steps. */
function computeCalibration({ won, lost, stated }: CalibrationStep, share: number): CalibrationFigure[] {
  const count = won + lost;
  const interval = wilsonInterval(won * share, count * share);
  return interval ? [{ stated: stated / count / statedUnits / 100, real: won / count, ...interval, count }] : [];
}
