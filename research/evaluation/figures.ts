import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { toPassability } from '#domain/market/direction.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import { coverages, type CoverageThresholds, type DurationHead } from '#engine/forecast/model-file.ts';
import type { Judgement, Verdicts } from './judge-forecasts.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';

/**
 * Figures of a set of forecasts, in percent except for counts. Accuracy, stated and real exclude
 * ties; null for an empty set.
 */
export interface SetFigures {
  readonly n: number;
  readonly ties: number;
  /** Share of all decisions of the same scope. */
  readonly coverage: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Mean passability. */
  readonly stated: number | null;
  readonly statedMinusReal: number | null;
}

export interface CoverageFigures extends SetFigures {
  /** The coverage for which the threshold was frozen, and that passability. */
  readonly nominal: number;
  readonly threshold: number;
}

interface SessionFigures {
  readonly signalled: SetFigures;
  /** By the thresholds frozen for this session alone. */
  readonly coverages: readonly CoverageFigures[];
}

export interface Figures extends ScoreRules {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly n: number;
  readonly ties: number;
  /** Forecasts without a price to enter or to close at: included in no figure. */
  readonly withoutOutcome: number;
  readonly coverages: readonly CoverageFigures[];
  /** The payout at which forecasts have an edge or none. */
  readonly payout: number;
  readonly signalled: SetFigures;
  /** `day` is 03:00 to 16:00 New York. */
  readonly bySession: Readonly<Record<MarketSession, SessionFigures>>;
}

export function computeFigures({ model, duration, verdicts }: Judgement, head: DurationHead, payout: number): Figures {
  const everything = Int32Array.from({ length: verdicts.size }, (_, i) => i);
  const sessions = split(everything, marketSessions.length, verdicts.session);
  const all = countSet(verdicts, everything, () => true);
  const isSignal: Choice = (i) => hasEdge({ model, probability: toPassability(verdicts.pUp(i)), payout });
  const sessionFigures = (session: MarketSession): SessionFigures => {
    const here = sessions[marketSessions.indexOf(session)] ?? new Int32Array(0);
    return {
      signalled: countSet(verdicts, here, isSignal),
      coverages: coverageFigures(verdicts, here, head.sessionThresholds[session]),
    };
  };
  return {
    model,
    duration,
    n: all.n,
    ties: all.ties,
    withoutOutcome: verdicts.withoutOutcome,
    ...scoreRules(verdicts),
    coverages: coverageFigures(verdicts, everything, head.thresholds),
    payout,
    signalled: countSet(verdicts, everything, isSignal),
    bySession: {
      day: sessionFigures('day'),
      evening: sessionFigures('evening'),
      rollover: sessionFigures('rollover'),
    },
  };
}

/** The indices of the forecasts in each of `count` groups. */
const split = (everything: Int32Array, count: number, getPart: (i: number) => number): Int32Array[] =>
  Array.from({ length: count }, (_, part) => everything.filter((i) => getPart(i) === part));

const coverageFigures = (verdicts: Verdicts, here: Int32Array, thresholds: CoverageThresholds): CoverageFigures[] =>
  coverages.map((nominal) => {
    const threshold = thresholds[nominal];
    return { nominal, threshold, ...countSet(verdicts, here, (i) => toPassability(verdicts.pUp(i)) >= threshold) };
  });

type Choice = (i: number) => boolean;

function countSet(verdicts: Verdicts, here: Int32Array, isChosen: Choice): SetFigures {
  let [n, ties, won, stated] = [0, 0, 0, 0];
  for (const i of here) {
    if (!isChosen(i)) continue;
    n += 1;
    const outcome = verdicts.outcome(i);
    if (outcome === 0) {
      ties += 1;
      continue;
    }
    if (verdicts.pUp(i) >= 0.5 === (outcome === 1)) won += 1;
    stated += toPassability(verdicts.pUp(i));
  }
  return setFigures(here.length, n, ties, won, stated);
}

function setFigures(here: number, n: number, ties: number, won: number, stated: number): SetFigures {
  const decided = n - ties;
  const coverage = here === 0 ? 0 : (100 * n) / here;
  const interval = wilsonInterval(won, decided);
  if (!interval)
    return { n, ties, coverage, accuracy: null, low: null, high: null, stated: null, statedMinusReal: null };
  const accuracy = (100 * won) / decided;
  return {
    n,
    ties,
    coverage,
    accuracy,
    low: 100 * interval.low,
    high: 100 * interval.high,
    stated: stated / decided,
    statedMinusReal: stated / decided - accuracy,
  };
}

interface ScoreRules {
  /**
   * Area under the ROC curve of P(up): the probability that a rise was given a higher P(up) than a
   * fall.
   */
  readonly auc: number;
  /** Mean squared error of P(up). */
  readonly brier: number;
  /** Expected calibration error over ten bins of equal count, as a fraction. */
  readonly ece: number;
}

/** Ties are excluded. NaN without forecasts. */
export function scoreRules(verdicts: Verdicts): ScoreRules {
  const order = decidedByPUp(verdicts);
  return {
    auc: areaUnderCurve(verdicts, order),
    brier: brierScore(verdicts, order),
    ece: calibrationError(verdicts, order),
  };
}

function decidedByPUp(verdicts: Verdicts): Int32Array {
  const decided = Int32Array.from({ length: verdicts.size }, (_, i) => i).filter((i) => verdicts.outcome(i) !== 0);
  return decided.sort((a, b) => verdicts.pUp(a) - verdicts.pUp(b));
}

/** The Mann–Whitney statistic with mean ranks for equal forecasts. */
function areaUnderCurve(verdicts: Verdicts, order: Int32Array): number {
  let rises = 0;
  let rankSum = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    let risesHere = 0;
    const pUp = verdicts.pUp(order[from] as number);
    for (; to < order.length && verdicts.pUp(order[to] as number) === pUp; to += 1) {
      if (verdicts.outcome(order[to] as number) === 1) risesHere += 1;
    }
    rankSum += risesHere * ((from + 1 + to) / 2);
    rises += risesHere;
    from = to;
  }
  return (rankSum - (rises * (rises + 1)) / 2) / (rises * (order.length - rises));
}

function brierScore(verdicts: Verdicts, order: Int32Array): number {
  let sum = 0;
  for (const i of order) sum += (verdicts.pUp(i) - (verdicts.outcome(i) === 1 ? 1 : 0)) ** 2;
  return sum / order.length;
}

function calibrationError(verdicts: Verdicts, order: Int32Array): number {
  let error = 0;
  for (let bin = 0; bin < 10; bin += 1) {
    const from = Math.floor((bin * order.length) / 10);
    const to = Math.floor(((bin + 1) * order.length) / 10);
    let gap = 0;
    for (let n = from; n < to; n += 1) {
      const i = order[n] as number;
      gap += verdicts.pUp(i) - (verdicts.outcome(i) === 1 ? 1 : 0);
    }
    error += Math.abs(gap);
  }
  return error / order.length;
}
