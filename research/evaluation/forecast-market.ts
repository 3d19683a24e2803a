import { durations } from '#domain/market/duration.ts';
import { createMarketFeatures } from '#engine/features/market-features.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { type MarketBar, listSymbols, walkMarket } from '../bars/walk-market.ts';

/**
 * The evaluated bars: `from` <= time < `to`, milliseconds UTC; earlier ones only warm the features
 * up.
 */
export interface JudgedRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Forecasts every bar of a market in the range, minute by minute. `column`: the model and duration,
 * counted through the durations of one model and then on to the next.
 */
export function forecastMarket(
  forecasters: readonly Forecaster[],
  tables: readonly BarTable[],
  { from, to }: JudgedRange,
  onForecast: (column: number, forecast: Forecast, bar: MarketBar) => void,
): void {
  const market = createMarketFeatures(listSymbols(tables));
  const asked = forecasters.flatMap((forecaster) => durations.map((duration) => ({ forecaster, duration })));
  for (const minute of walkMarket(tables)) {
    const time = minute[0]?.bar.time ?? to;
    if (time >= to) break;
    for (const { pair, bar } of minute) market.push(pair, bar);
    market.close(time);
    if (time < from) continue;
    for (const bar of minute) {
      const features = market.vector(bar.pair);
      if (!features) continue;
      asked.forEach(({ forecaster, duration }, column) => {
        const forecast = forecaster.forecast(bar.table.symbol, time, features, duration);
        if (forecast) onForecast(column, forecast, bar);
      });
    }
  }
}
