import type { AiModelKey } from '#domain/ai-model.ts';
import type { Duration } from '#domain/duration.ts';
import { type TradingSession, tradingSessions } from '#domain/trading-session.ts';
import { passabilityOf } from '#engine/forecast/calibrated-forecast.ts';
import { type CoverageThresholds, coverages, type DurationHead } from '#engine/forecast/model-file.ts';
import type { Judgement } from './judge-forecasts.ts';
import { type ScoreRules, scoreRules } from './score-rules.ts';
import type { Verdicts } from './verdicts.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** Figures of a set of forecasts. Percent, but for counts. Accuracy, stated and real leave ties out; null without any. */
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

export interface ScopeFigures {
  readonly all: SetFigures;
  readonly signalled: SetFigures;
}

export interface SessionFigures extends ScopeFigures {
  /** By the thresholds frozen for this session alone. */
  readonly coverages: readonly CoverageFigures[];
}

export interface Figures extends ScoreRules {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly n: number;
  readonly ties: number;
  /** Forecasts without a price to enter or to close at: in no figure. */
  readonly withoutOutcome: number;
  readonly coverages: readonly CoverageFigures[];
  readonly signalFrom: number;
  readonly signalled: SetFigures;
  /** `day` is 03:00 to 16:00 New York. */
  readonly bySession: Readonly<Record<TradingSession, SessionFigures>>;
  readonly byPair: Readonly<Record<string, ScopeFigures>>;
}

export function figuresOf(
  { model, duration, verdicts }: Judgement,
  head: DurationHead,
  symbols: readonly string[],
): Figures {
  const everything = (): boolean => true;
  const all = countSet(verdicts, everything, everything);
  const sessionFigures = (session: TradingSession): SessionFigures => {
    const isHere = inSession(verdicts, session);
    return {
      ...scopeOf(verdicts, isHere),
      coverages: coverageFigures(verdicts, isHere, head.sessionThresholds[session]),
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
    signalFrom: head.signalFrom,
    signalled: countSet(verdicts, everything, verdicts.isSignalled),
    bySession: { day: sessionFigures('day'), evening: sessionFigures('evening'), rollover: sessionFigures('rollover') },
    byPair: Object.fromEntries(
      symbols.map((symbol, pair) => [symbol, scopeOf(verdicts, (i) => verdicts.pair(i) === pair)]),
    ),
  };
}

type Choice = (i: number) => boolean;

const inSession = (verdicts: Verdicts, session: TradingSession): Choice => {
  const index = tradingSessions.indexOf(session);
  return (i) => verdicts.session(i) === index;
};

const scopeOf = (verdicts: Verdicts, isHere: Choice): ScopeFigures => ({
  all: countSet(verdicts, isHere, () => true),
  signalled: countSet(verdicts, isHere, verdicts.isSignalled),
});

const coverageFigures = (verdicts: Verdicts, isHere: Choice, thresholds: CoverageThresholds): CoverageFigures[] =>
  coverages.map((nominal) => {
    const threshold = thresholds[nominal];
    return { nominal, threshold, ...countSet(verdicts, isHere, (i) => passabilityOf(verdicts.pUp(i)) >= threshold) };
  });

function countSet(verdicts: Verdicts, isHere: Choice, isChosen: Choice): SetFigures {
  let [here, n, ties, won, stated] = [0, 0, 0, 0, 0];
  for (let i = 0; i < verdicts.size; i += 1) {
    if (!isHere(i)) continue;
    here += 1;
    if (!isChosen(i)) continue;
    n += 1;
    const outcome = verdicts.outcome(i);
    if (outcome === 0) {
      ties += 1;
      continue;
    }
    if (verdicts.pUp(i) >= 0.5 === (outcome === 1)) won += 1;
    stated += passabilityOf(verdicts.pUp(i));
  }
  return setFigures(here, n, ties, won, stated);
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
    ...interval,
    stated: stated / decided,
    statedMinusReal: stated / decided - accuracy,
  };
}
