import type { Duration } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { toPassability } from '#domain/market/direction.ts';
import { type CalibrationCurve, calibrate } from '#engine/forecast/calibration/calibration.ts';
import {
  type Coverage,
  type CoverageThresholds,
  coverages,
  type DurationHead,
  type Experience,
} from '#engine/forecast/model-file.ts';
import { fitCalibration } from './fit-calibration.ts';
import type { TrainingRows } from './training-rows.ts';

/** A winning signal pays this share of the stake: PAYOUT's default. Below 1 / (1 + payout) a signal loses money. */
const payout = 0.82;
const breakEvenPassability = 100 / (1 + payout);

/** Signals are at most about this share of all decisions, percent. */
export const usualCoverage: Coverage = 10;

/** Fewer past forecasts than this are not enough to judge a passability. */
const minExperience = 300;

/**
 * Calibration, thresholds and experience from the raw scores of judged rows (`judged`: their
 * indices).
 */
export function fitDurationHead(
  rows: TrainingRows,
  duration: Duration,
  judged: Int32Array,
  scores: Float32Array,
  signalCoverage: Coverage,
): DurationHead {
  const calibration = bySession((session) => fitSession(rows, duration, toRows(rows, judged, session), scores));
  const stated = (row: number): number => {
    const session = marketSessions[rows.session[row] as number] as MarketSession;
    return calibrate(calibration[session], scores[row] as number);
  };
  const thresholds = computeThresholds(judged, stated);
  return {
    calibration,
    signalFrom: Math.max(thresholds[signalCoverage], breakEvenPassability),
    thresholds,
    sessionThresholds: bySession((session) => computeThresholds(toRows(rows, judged, session), stated)),
    experience: bySession((session) =>
      computeExperience(rows.outcomes[duration], toRows(rows, judged, session), stated),
    ),
  };
}

const bySession = <T>(of: (session: MarketSession) => T): Record<MarketSession, T> => ({
  day: of('day'),
  evening: of('evening'),
  rollover: of('rollover'),
});

const toRows = (rows: TrainingRows, judged: Int32Array, session: MarketSession): Int32Array => {
  const index = marketSessions.indexOf(session);
  return judged.filter((row) => rows.session[row] === index);
};

function fitSession(rows: TrainingRows, duration: Duration, mine: Int32Array, scores: Float32Array): CalibrationCurve {
  const outcome = rows.outcomes[duration];
  const decided = mine.filter((row) => outcome[row] !== 0);
  return fitCalibration({
    scores: Float64Array.from(decided, (row) => scores[row] as number),
    outcomes: Int8Array.from(decided, (row) => outcome[row] as number),
  });
}

function computeThresholds(judged: Int32Array, stated: (row: number) => number): CoverageThresholds {
  const sorted = Float64Array.from(judged, (row) => toPassability(stated(row))).sort();
  const at = (coverage: number): number => sorted[Math.floor(sorted.length * (1 - coverage / 100))] ?? 50;
  return Object.fromEntries(
    coverages.map((coverage) => [coverage, coverage === 100 ? 50 : at(coverage)]),
  ) as CoverageThresholds;
}

/**
 * Groups of half a percent of passability, each merged with its neighbour until it has enough
 * forecasts.
 */
function computeExperience(outcome: Int8Array, mine: Int32Array, stated: (row: number) => number): Experience[] {
  const step = 0.5;
  const groups = Array.from({ length: 100 }, (_, i) => ({ from: 50 + i * step, count: 0, won: 0 }));
  for (const row of mine) {
    if (outcome[row] === 0) continue;
    const pUp = stated(row);
    const group = groups[Math.min(Math.floor((toPassability(pUp) - 50) / step), groups.length - 1)];
    if (!group) continue;
    group.count += 1;
    if (pUp >= 0.5 === (outcome[row] === 1)) group.won += 1;
  }
  const joined: { from: number; count: number; won: number }[] = [];
  for (const group of groups.reverse()) {
    const above = joined.at(-1);
    if (above && above.count < minExperience)
      Object.assign(above, { from: group.from, count: above.count + group.count, won: above.won + group.won });
    else joined.push({ ...group });
  }
  return joined.reverse();
}
