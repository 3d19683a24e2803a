import { hasEdge } from '#domain/signals/edge.ts';
import type { RecordFigures } from '#contract/record/record.ts';
import { toInstant } from '#contract/wire.ts';
import { mapKeys } from '#domain/objects.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { addCluster, clusteredInterval, type ClusterSums, noClusters } from '#domain/statistics/cluster-sums.ts';
import {
  computeEquity,
  type EquityStep,
  appendToRuns,
  emptyRuns,
  joinRuns,
  type LossRuns,
} from '#domain/statistics/equity.ts';
import { computeCountedFigures, getStep } from '#domain/statistics/flag-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { getDay, hourMs } from '#domain/time.ts';
import type { SignalLeaf } from './leaf.ts';
import { deriveResult, type PairPrices, type RecordModel, type StatedForecast, statedFrom } from './lines.ts';

/**
 * The figures of a record. The server and every reader count alike: outcomes are added in the order
 * of their leaves to the hour in which they were stated (the `at` of the signal or minute), and
 * figures follow from those hours alone.
 */

type Counts = Record<Outcome, number>;

/** By step of the stated probability: won, lost, and the sum of it in hundredths of a percent. */
type Steps = Record<number, [won: number, lost: number, stated: number]>;

interface Sums {
  readonly counts: Counts;
  readonly steps: Steps;
}

/** Of all forecasts of the pair in turn that one model stated. */
interface TurnSums {
  /** Those with an edge at the payout of the genesis. */
  readonly edge: Sums;
  readonly steps: Steps;
}

/** Plain JSON, and final 25 minutes after the hour. Changed only by the functions below. */
export interface HourSums {
  readonly signals: Partial<Record<RecordModel | 'practice', Sums>>;
  /** Of all signals with an edge, in the order of their outcomes. */
  runs: LossRuns;
  readonly turns: Partial<Record<RecordModel, TurnSums>>;
}

export const emptyHour = (): HourSums => ({ signals: {}, runs: emptyRuns(), turns: {} });

/**
 * Signals with one key are of one forecast, of which the first counts: one key with an edge, one as
 * practice. Null: practice that a minute may leave out is in no figure.
 */
export const forecastKey = (
  signal: Pick<SignalLeaf, 'of' | 'model' | 'pair' | 'duration' | 'probability' | 'payout'>,
): string | null => {
  const { of, model, pair, duration, probability } = signal;
  return probability < statedFrom ? null : `${of} ${model} ${pair} ${duration} ${hasEdge(signal)}`;
};

/** Counts the first signal of a key. Void where a price is missing or the operator voided it. */
export function countSignal(
  hour: HourSums,
  signal: Pick<SignalLeaf, 'model' | 'probability' | 'payout'>,
  result: Outcome,
): void {
  const isEdge = hasEdge(signal);
  count((hour.signals[isEdge ? signal.model : 'practice'] ??= noSums()), signal.probability, result);
  if (isEdge && (result === 'successful' || result === 'unsuccessful'))
    hour.runs = appendToRuns(hour.runs, result === 'successful');
}

/** Counts what a model stated of the pair in turn. `payout`: of the genesis. */
export function countInTurn(
  hour: HourSums,
  model: RecordModel,
  {
    forecast,
    prices,
    payout,
  }: { readonly forecast: StatedForecast; readonly prices: PairPrices; readonly payout: number },
): void {
  const own = (hour.turns[model] ??= { edge: noSums(), steps: {} });
  const result = deriveResult(forecast, prices);
  const { probability } = forecast;
  if (hasEdge({ model, probability, payout })) count(own.edge, probability, result);
  countStep(own.steps, probability, result);
}

function count({ counts, steps }: Sums, probability: number, result: Outcome): void {
  counts[result]++;
  countStep(steps, probability, result);
}

function countStep(steps: Steps, probability: number, result: Outcome): void {
  if (result !== 'successful' && result !== 'unsuccessful') return;
  const step = (steps[getStep(probability)] ??= [0, 0, 0]);
  step[result === 'successful' ? 0 : 1]++;
  step[2] += Math.round(probability * 100);
}

interface Period {
  readonly size: number;
  /** The last UTC days up to that of `newestAt`; null: all. */
  readonly days: RecordFigures['days'];
  /** The largest `at` before `size`, milliseconds UTC. */
  readonly newestAt: number;
  /** Of the genesis. */
  readonly models: readonly RecordModel[];
  readonly payout: number;
}

/** Longer periods have one equity step a day. */
const maxDaysByHour = 31;

/** `hours`: keyed by hours since 1970, in any order. */
export function computeFigures(
  hours: Iterable<readonly [hour: number, sums: HourSums]>,
  { size, days, newestAt, models, payout }: Period,
): RecordFigures {
  const first = days === null ? Number.NEGATIVE_INFINITY : 24 * (getDay(newestAt) + 1 - days);
  const own = [...hours].filter(([hour]) => hour >= first).toSorted(([a], [b]) => a - b);
  const sums = own.map(([, one]) => one);
  return {
    size,
    days,
    models: models.map((model) => ({ model, ...toGroup(sums, [model]) })),
    all: toGroup(sums, models),
    practice: toRated(sums.map(({ signals }) => signals.practice?.counts ?? none)),
    equity: toEquity(own, models, payout, days),
  };
}

const noCounts = (): Counts => mapKeys(outcomes, () => 0);
const none: Readonly<Counts> = noCounts();
const noSums = (): Sums => ({ counts: noCounts(), steps: {} });

/** A group of models, each hour of all of them one cluster. */
function toGroup(sums: readonly HourSums[], models: readonly RecordModel[]) {
  return {
    signals: toSet(sums.map(({ signals }) => models.flatMap((model) => signals[model] ?? []))),
    inTurn: toSet(sums.map(({ turns }) => models.flatMap((model) => turns[model]?.edge ?? []))),
  };
}

/** By hour. */
function toSet(hours: readonly (readonly Sums[])[]) {
  const rated = toRated(hours.map((all) => addUp(all.map(({ counts }) => counts))));
  return { ...rated, steps: rated.winRate === null ? [] : toSteps(hours.map((all) => all.map(({ steps }) => steps))) };
}

const addUp = (all: readonly Readonly<Counts>[]): Counts =>
  mapKeys(outcomes, (key) => all.reduce((sum, one) => sum + one[key], 0));

function toRated(hours: readonly Readonly<Counts>[]) {
  const wins = noClusters();
  for (const { successful, unsuccessful } of hours) addCluster(wins, successful + unsuccessful, successful);
  return computeCountedFigures({ counts: addUp(hours), wins });
}

/** What was stated and what came; the steps of too few outcomes are joined to those below them. */
function toSteps(hours: readonly (readonly Steps[])[]): RecordFigures['all']['signals']['steps'] {
  const wins: ClusterSums = noClusters();
  const sums = new Map<string, Steps[number]>();
  for (const all of hours) {
    let [won, lost] = [0, 0];
    for (const [key, step] of all.flatMap((one) => Object.entries(one))) {
      sums.set(key, joinCounts(sums.get(key), step));
      [won, lost] = [won + step[0], lost + step[1]];
    }
    addCluster(wins, won + lost, won);
  }
  const interval = clusteredInterval(wins);
  if (!interval) return [];
  // How many independent outcomes one outcome is worth, measured over all steps.
  const share = interval.effective / wins.count;
  const joined: Steps[number][] = [];
  for (const [, step] of [...sums].toSorted(([a], [b]) => Number(b) - Number(a))) {
    const [above] = joined;
    if (above && above[0] + above[1] < minOutcomesForRate) joined[0] = joinCounts(above, step);
    else joined.unshift(step);
  }
  const [lowest, next, ...others] = joined;
  if (lowest && next && lowest[0] + lowest[1] < minOutcomesForRate)
    joined.splice(0, joined.length, joinCounts(lowest, next), ...others);
  return joined.flatMap(([won, lost, stated]) => {
    const total = won + lost;
    const own = wilsonInterval(won * share, total * share);
    return own ? [{ stated: stated / total / 10_000, real: won / total, ...own, count: total }] : [];
  });
}

const joinCounts = (a: Steps[number] = [0, 0, 0], b: Steps[number]): Steps[number] => [
  a[0] + b[0],
  a[1] + b[1],
  a[2] + b[2],
];

function toEquity(
  hours: readonly (readonly [number, HourSums])[],
  models: readonly RecordModel[],
  payout: number,
  days: number | null,
): RecordFigures['equity'] {
  const steps: EquityStep[] = [];
  const stepHours = days !== null && days <= maxDaysByHour ? 1 : 24;
  for (const [hour, { signals, runs }] of hours) {
    const {
      successful: won,
      unsuccessful: lost,
      neutral,
    } = addUp(models.flatMap((model) => signals[model]?.counts ?? []));
    if (won + lost + neutral === 0) continue;
    const startsAt = Math.floor(hour / stepHours) * stepHours * hourMs;
    const step = { startsAt, lastAt: startsAt + stepHours * hourMs, won, lost, neutral, runs };
    const last = steps.at(-1);
    if (last?.startsAt === startsAt) steps[steps.length - 1] = joinSteps(last, step);
    else steps.push(step);
  }
  const { drawdown, points, ...equity } = computeEquity(steps, payout);
  return {
    payout,
    ...equity,
    drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
    points: points.map(({ at, ...point }) => ({ at: toInstant(at), ...point })),
  };
}

const joinSteps = (a: EquityStep, b: EquityStep): EquityStep => ({
  ...a,
  won: a.won + b.won,
  lost: a.lost + b.lost,
  neutral: a.neutral + b.neutral,
  runs: joinRuns(a.runs, b.runs),
});
