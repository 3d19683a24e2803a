import { type AiModelKey, aiModelKeys } from './ai-model.ts';
import { stepOf, stepStarts } from './calibration-steps.ts';
import { type Outcome, outcomes } from './outcome.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** What a model stated of a signal, and how it came out. `passability` in percent. */
export interface SettledForecast {
  readonly model: AiModelKey;
  readonly passability: number;
  readonly result: Outcome;
}

/** Wins and losses among signals whose stated probability lies in one step. */
interface CalibrationStep {
  won: number;
  lost: number;
  /** Sum of what was stated, whole millionths of a percent: the same in whatever order it is added up. */
  stated: number;
}

export interface ModelTally {
  readonly counts: Record<Outcome, number>;
  readonly steps: CalibrationStep[];
}

/** Counts of every model. Only ever changed by `count` and `sumOf`. */
export type Tally = ReadonlyMap<AiModelKey, ModelTally>;

const million = 1_000_000;
/** So many of the sums' units make a probability of 1. */
export const statedUnit = 100 * million;

/** Below this many outcomes figures are null; below the second there is no rank. */
const fewestForFigures = 100;
const fewestForRank = 500;

export const createTally = (): Tally =>
  new Map(
    aiModelKeys.map((key) => [
      key,
      {
        counts: { successful: 0, neutral: 0, unsuccessful: 0, void: 0 },
        steps: stepStarts.map(() => ({ won: 0, lost: 0, stated: 0 })),
      },
    ]),
  );

/** `by` −1 takes back what was counted: an outcome that was voided later. */
export function count(tally: Tally, { model, passability, result }: SettledForecast, by: 1 | -1 = 1): void {
  const own = tally.get(model);
  if (!own) return;
  own.counts[result] += by;
  if (result !== 'successful' && result !== 'unsuccessful') return;
  const step = own.steps[stepOf(passability)];
  if (!step) return;
  step.stated += by * Math.round(passability * million);
  if (result === 'successful') step.won += by;
  else step.lost += by;
}

/** All of them together, as a tally of its own. */
export function sumOf(tallies: Iterable<Tally>): Tally {
  const sum = createTally();
  for (const tally of tallies) {
    for (const [model, { counts, steps }] of tally) {
      const own = sum.get(model);
      if (!own) continue;
      for (const outcome of outcomes) own.counts[outcome] += counts[outcome];
      own.steps.forEach((step, i) => addStep(step, steps[i]));
    }
  }
  return sum;
}

function addStep(step: CalibrationStep, more: CalibrationStep | undefined): void {
  if (!more) return;
  step.won += more.won;
  step.lost += more.lost;
  step.stated += more.stated;
}

export interface Figures {
  readonly aiModel: AiModelKey;
  readonly total: number;
  readonly successful: number;
  readonly neutral: number;
  readonly unsuccessful: number;
  readonly void: number;
  readonly winRate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly breakEven: number;
  readonly rank: number | null;
  readonly calibration: { readonly stated: number; readonly real: number; readonly count: number }[];
}

/** The figures of all models, ranked first, then by how many outcomes. `payout`: share of the stake that a win pays. */
export function figuresOf(tally: Tally, payout: number): Figures[] {
  const all = [...tally].map(([aiModel, own]) => unrankedOf(aiModel, own, 1 / (1 + payout)));
  const order = all.toSorted((a, b) => rankedBy(b) - rankedBy(a) || b.total - a.total);
  return order.map((figures, i) => ({ ...figures, rank: rankedBy(figures) >= 0 ? i + 1 : null }));
}

const rankedBy = ({ total, low }: Figures): number => (total >= fewestForRank && low !== null ? low : -1);

function unrankedOf(aiModel: AiModelKey, { counts, steps }: ModelTally, breakEven: number): Figures {
  const { successful, neutral, unsuccessful } = counts;
  const total = successful + neutral + unsuccessful;
  const decided = successful + unsuccessful;
  const base = { aiModel, total, successful, neutral, unsuccessful, void: counts.void, breakEven, rank: null };
  const interval = total >= fewestForFigures ? wilsonInterval(successful, decided) : null;
  if (!interval) return { ...base, winRate: null, low: null, high: null, calibration: [] };
  return {
    ...base,
    winRate: successful / decided,
    ...interval,
    calibration: steps.flatMap(calibrationOf),
  };
}

function calibrationOf({ won, lost, stated }: CalibrationStep) {
  const number = won + lost;
  return number === 0 ? [] : [{ stated: stated / number / million / 100, real: won / number, count: number }];
}
