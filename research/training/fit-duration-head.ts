import type { Duration } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { toPassability } from '#domain/market/direction.ts';
import { calibrate, type CalibrationCurve } from '#engine/forecast/calibration/calibration.ts';
import { coverages, type CoverageThresholds, type DurationHead, type Experience } from '#engine/forecast/model-file.ts';
import { bySession, roughly } from './members.ts';
import type { TrainingRows } from './training-rows.ts';
import { logistic } from '#engine/forecast/calibration/fit-slope.ts';

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
): DurationHead {
  const calibration = bySession((session) => fitSession(rows, duration, toRows(rows, judged, session), scores));
  const stated = (row: number): number => {
    const session = marketSessions[rows.session[row] as number] as MarketSession;
    return calibrate(calibration[session], scores[row] as number);
  };
  return {
    calibration,
    thresholds: computeThresholds(judged, stated),
    sessionThresholds: bySession((session) => computeThresholds(toRows(rows, judged, session), stated)),
    experience: bySession((session) =>
      computeExperience(rows.outcomes[duration], toRows(rows, judged, session), stated),
    ),
  };
}

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

/** Forecasts of unseen outcomes: raw scores, and the outcome as 1 or −1 (ties excluded). */
interface Judged {
  readonly scores: Float64Array;
  readonly outcomes: Int8Array;
}

/** At the limit the curve must still rise by at least this share of its first slope. */
const minRise = 0.15;
const farQuantile = 0.999;

/**
 * The maximum-likelihood curve; where its bend would turn it down before the limit, the strongest
 * bend that does not.
 */
export function fitCalibration(judged: Judged): CalibrationCurve {
  const sizes = Float64Array.from(judged.scores, Math.abs).sort();
  const limit = Math.max(roughly(sizes[Math.floor(farQuantile * (sizes.length - 1))] ?? 1), 1e-6);
  const free = fitBySteps(judged, limit, null);
  const bendFloor = (slope: number): number => (-(1 - minRise) * slope) / (2 * limit);
  if (free.bend >= bendFloor(free.slope)) return rounded(free.slope, free.bend, limit);
  const bound = fitBySteps(judged, limit, bendFloor(1));
  return rounded(bound.slope, bound.bend, limit);
}

function rounded(slope: number, bend: number, limit: number): CalibrationCurve {
  // A model without any skill may fit a negative slope: then its output stays near 50 %, in the
  // original order.
  if (!(slope > 0)) return { slope: 1e-6, bend: 0, limit };
  return { slope: roughly(slope), bend: roughly(bend), limit };
}

/** Newton's method on (slope, bend), or on the slope alone when `ratio` ties the bend to it. */
function fitBySteps(
  { scores, outcomes }: Judged,
  limit: number,
  ratio: number | null,
): { slope: number; bend: number } {
  let slope = 1;
  let bend = ratio ?? 0;
  for (let step = 0; step < 12; step += 1) {
    let [g1, g2, h11, h12, h22] = [0, 0, 1e-9, 0, 1e-9];
    for (let i = 0; i < scores.length; i += 1) {
      const score = scores[i] as number;
      const size = Math.min(Math.abs(score), limit);
      const x1 = score;
      // The derivative by the bend, continued straight beyond the limit as the curve itself is.
      const x2 = Math.sign(score) * (size * size + 2 * limit * (Math.abs(score) - size));
      const p = logistic(slope * x1 + bend * x2);
      const residual = (outcomes[i] === 1 ? 1 : 0) - p;
      const weight = p * (1 - p);
      g1 += residual * x1;
      g2 += residual * x2;
      h11 += weight * x1 * x1;
      h12 += weight * x1 * x2;
      h22 += weight * x2 * x2;
    }
    if (ratio === null) {
      const determinant = h11 * h22 - h12 * h12;
      slope += (h22 * g1 - h12 * g2) / determinant;
      bend += (h11 * g2 - h12 * g1) / determinant;
    } else {
      slope += (g1 + ratio * g2) / (h11 + 2 * ratio * h12 + ratio * ratio * h22);
      bend = ratio * slope;
    }
  }
  return { slope, bend };
}
