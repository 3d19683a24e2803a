import { calibrateAll, parseCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Explanation, Forecaster } from '#engine/forecast/forecaster.ts';
import type { MarketView } from './market-view.ts';
import { type PublishedMinute, toVector } from './published-market.ts';

/** The forecasts that were published last, explained by the same models as at the leading engine. */
export interface ReplicatedMinute extends Pick<MarketView, 'explain'> {
  take(minute: PublishedMinute): void;
  /** Minus infinity before the first. */
  newestBarTime(): number;
}

export function createReplicatedMinute(forecasters: readonly Forecaster[]): ReplicatedMinute {
  let vectors = new Map<string, { readonly barTime: number; readonly vector: Float64Array }>();
  let inUse = forecasters;
  let calibrations = '';
  let newest = Number.NEGATIVE_INFINITY;
  /** By forecast: computed once for all users who receive it. */
  let explanations = new Map<string, Explanation>();

  const calibrate = (lines: readonly string[]): void => {
    if (lines.join('\n') === calibrations) return;
    calibrations = lines.join('\n');
    inUse = calibrateAll(forecasters, parseCalibrations(lines));
  };

  return {
    take: (minute) => {
      calibrate(minute.calibrations);
      vectors = new Map(minute.vectors.map(([symbol, barTime, text]) => [symbol, { barTime, vector: toVector(text) }]));
      explanations = new Map();
      newest = Math.max(newest, ...minute.forecasts.map(({ barTime }) => barTime));
    },
    newestBarTime: () => newest,
    explain: ({ model, modelVersion, symbol, barTime, duration }) => {
      const features = vectors.get(symbol);
      const forecaster = inUse.find(({ key }) => key === model);
      // Another version of the model would explain another forecast.
      if (!forecaster || !modelVersion.startsWith(forecaster.version) || features?.barTime !== barTime) return null;
      const key = `${model} ${symbol} ${duration}`;
      const explanation = explanations.get(key) ?? forecaster.explain(symbol, barTime, features.vector, duration);
      explanations.set(key, explanation);
      return explanation;
    },
  };
}
