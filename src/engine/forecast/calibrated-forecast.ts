import type { Duration } from '#domain/duration.ts';
import { sessionAt } from '#domain/trading-session.ts';
import { minuteMs } from '../bar/bar.ts';
import { calibrate } from './calibration.ts';
import type { Explanation, Forecast } from './forecaster.ts';
import type { DurationHead, Experience, ModelFile } from './model-file.ts';

export const passabilityOf = (pUp: number): number => 100 * Math.max(pUp, 1 - pUp);

/** A model's raw score, made a statement. `score`: log-odds of a rise before calibration. */
export function calibratedForecast(
  file: ModelFile,
  symbol: string,
  barTime: number,
  duration: Duration,
  score: number,
): Forecast | null {
  if (!Number.isFinite(score)) return null;
  const head = file.durations[duration];
  const decidedAt = barTime + minuteMs;
  const session = sessionAt(decidedAt);
  const pUp = calibrate(head.calibration[session], score);
  const passability = passabilityOf(pUp);
  return {
    model: file.key,
    modelVersion: file.version,
    symbol,
    barTime,
    decidedAt,
    duration,
    pUp,
    passability,
    signalFrom: head.signalFrom,
    signalled: passability >= head.signalFrom,
    session,
  };
}

/**
 * Scales contributions to a raw score so that, in percentage points, they lead from 50 to the stated P(up): calibration
 * keeps the sign of the score, so every contribution keeps its share. Strongest first.
 */
export function explanationOf(
  head: DurationHead,
  forecast: Forecast,
  features: readonly string[],
  values: Float64Array,
  contributions: Float64Array,
): Explanation {
  let score = 0;
  for (const contribution of contributions) score += contribution;
  const points = score === 0 ? 0 : (100 * forecast.pUp - 50) / score;
  const { count, won } = experienceAt(head.experience[forecast.session], forecast.passability);
  return {
    baseRate: count === 0 ? 50 : (100 * won) / count,
    sampleSize: count,
    contributions: features
      .map((feature, i) => ({ feature, value: values[i] as number, effect: (contributions[i] as number) * points }))
      .filter(({ effect }) => effect !== 0)
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
  };
}

const none: Experience = { from: 50, count: 0, won: 0 };

const experienceAt = (groups: readonly Experience[], passability: number): Experience =>
  groups.findLast((group) => group.from <= passability) ?? groups[0] ?? none;
