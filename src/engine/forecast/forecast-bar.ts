import { getOrCreate } from '#domain/objects.ts';
import type { Explanation, Forecast, Forecaster } from './forecaster.ts';

/** The bar that a pair's newest forecasts were made from, and what explains them. */
export interface ForecastBar {
  readonly barTime: number;
  readonly vector: Float64Array;
  /** Null: the forecast is of another bar, or of a model that is not among these. */
  explain(forecast: Forecast): Explanation | null;
}

/** `vector`: its features; `forecasters`: the models as they were calibrated then. */
export function createForecastBar(
  barTime: number,
  vector: Float64Array,
  forecasters: readonly Forecaster[],
): ForecastBar {
  /** By model and duration: computed once for all users who receive the same forecast. */
  const explanations = new Map<string, Explanation>();
  return {
    barTime,
    vector,
    explain: (forecast) => {
      const { model, symbol, duration } = forecast;
      const forecaster = forecasters.find(({ key }) => key === model);
      if (!forecaster || forecast.barTime !== barTime) return null;
      return getOrCreate(explanations, `${model} ${duration}`, () =>
        forecaster.explain(symbol, barTime, vector, duration),
      );
    },
  };
}
