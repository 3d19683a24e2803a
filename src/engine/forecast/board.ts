import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { Forecast } from './forecaster.ts';

export interface BoardQuery {
  readonly models: readonly AiModelKey[];
  readonly durations: readonly Duration[];
  readonly symbols: readonly string[];
  /** Milliseconds UTC. */
  readonly now: number;
}

/** The newest forecast of each model, duration and pair. */
export interface ForecastBoard {
  put(forecast: Forecast): void;
  /**
   * The record states the minute that was decided then (milliseconds UTC) by these versions, by
   * model: forecasts of it by another one are left out, until the next call.
   */
  holdTo(decidedAt: number, versions: ReadonlyMap<AiModelKey, string>): void;
  /** All of them, as they were stated. */
  newest(): readonly Forecast[];
  /** Those that may be taken now, as they were stated; in the order of the query. */
  list(query: BoardQuery): readonly Forecast[];
}

export function createBoard(): ForecastBoard {
  const newest = new Map<string, Forecast>();
  let isStated = (_forecast: Forecast): boolean => true;
  return {
    holdTo: (decidedAt, versions) => {
      isStated = (one) => one.decidedAt !== decidedAt || versions.get(one.model) === one.modelVersion;
      for (const [key, forecast] of newest) if (!isStated(forecast)) newest.delete(key);
    },
    put: (forecast) => {
      if (!isStated(forecast)) return;
      const key = toKey(forecast.model, forecast.duration, forecast.symbol);
      if ((newest.get(key)?.barTime ?? Number.NEGATIVE_INFINITY) <= forecast.barTime) newest.set(key, forecast);
    },
    newest: () => [...newest.values()],
    list: ({ models, durations, symbols, now }) =>
      models.flatMap((model) =>
        durations.flatMap((duration) =>
          symbols.flatMap((symbol) => {
            const forecast = newest.get(toKey(model, duration, symbol));
            return forecast && isOpen(forecast, now) ? forecast : [];
          }),
        ),
      ),
  };
}

/** How far the clock of another process may be ahead, milliseconds. */
const maxAheadMs = 5_000;

/** A forecast may be taken until the next bar closes; later the market has moved on. */
const isOpen = (forecast: Forecast, now: number): boolean =>
  now - forecast.decidedAt <= signalLimits.forecastOpenMs && forecast.decidedAt <= now + maxAheadMs;

const toKey = (model: AiModelKey, duration: Duration, symbol: string): string => `${model} ${duration} ${symbol}`;
