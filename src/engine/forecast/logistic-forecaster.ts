import { type Duration, durations } from '#domain/duration.ts';
import { type TradingSession, sessionAt, tradingSessions } from '#domain/trading-session.ts';
import { minuteMs } from '../bar/bar.ts';
import { featureInfos } from '../features/feature-stream.ts';
import { calibratedForecast, explanationOf } from './calibrated-forecast.ts';
import type { Explanation, Forecast, Forecaster } from './forecaster.ts';
import type { DurationHead, ModelFile } from './model-file.ts';

export interface LogisticPart extends DurationHead {
  /** Weights of the standardised features, in log-odds; 0 for every feature that is not mirrored. */
  readonly weights: Readonly<Record<TradingSession, readonly number[]>>;
}

/** `deviations`: a feature's typical size (root mean square), by which it is divided. */
export interface LogisticFile extends ModelFile<LogisticPart> {
  readonly kind: 'logistic';
  readonly deviations: readonly number[];
}

/** Beyond this many deviations a feature says no more: an outlier must not decide alone. */
const farthest = 4;

export const standardised = (value: number, deviation: number): number =>
  Math.max(-farthest, Math.min(farthest, value / deviation));

/**
 * Logistic regression without a constant on the mirrored features, with weights of its own for each session: a market
 * upside down gives exactly the opposite answer.
 */
export function createLogisticForecaster(file: LogisticFile): Forecaster {
  checkWeights(file);
  const used = Int32Array.from(featureInfos.flatMap((info, i) => (info.mirrored ? [i] : [])));
  const deviations = Float64Array.from(file.deviations);

  const termOf = (weights: readonly number[], features: Float64Array, i: number): number =>
    (weights[i] as number) * standardised(features[i] as number, deviations[i] as number);

  const weightsAt = (barTime: number, duration: Duration): readonly number[] =>
    file.durations[duration].weights[sessionAt(barTime + minuteMs)];

  function forecast(symbol: string, barTime: number, features: Float64Array, duration: Duration): Forecast | null {
    const weights = weightsAt(barTime, duration);
    let score = 0;
    for (const i of used) score += termOf(weights, features, i);
    return calibratedForecast(file, symbol, barTime, duration, score);
  }

  function explain(symbol: string, barTime: number, features: Float64Array, duration: Duration): Explanation {
    const stated = forecast(symbol, barTime, features, duration);
    if (!stated) return { baseRate: 50, sampleSize: 0, contributions: [] };
    const weights = weightsAt(barTime, duration);
    const contributions = new Float64Array(features.length);
    for (const i of used) contributions[i] = termOf(weights, features, i);
    return explanationOf(file.durations[duration], stated, file.features, features, contributions);
  }

  return { key: file.key, version: file.version, forecast, explain };
}

function checkWeights(file: LogisticFile): void {
  const count = file.features.length;
  const isRow = (row: readonly number[] | undefined): boolean => row?.length === count && row.every(Number.isFinite);
  if (!isRow(file.deviations) || file.deviations.some((deviation) => deviation <= 0))
    throw new Error('the deviations are damaged');
  for (const duration of durations) {
    const { weights } = file.durations[duration];
    if (!tradingSessions.every((session) => isRow(weights?.[session])))
      throw new Error(`the weights of ${duration} minutes are damaged`);
  }
}
