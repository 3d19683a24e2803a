import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { ageForecast } from './age-forecast.ts';
import type { Forecast } from './forecaster.ts';

export interface BoardQuery {
  readonly models: readonly AiModelKey[];
  readonly durations: readonly Duration[];
  readonly symbols: readonly string[];
  readonly exclude: readonly string[];
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
  /**
   * The open forecast with the highest passability among those that are signals as of now; null:
   * all abstain.
   */
  best(query: BoardQuery): Forecast | null;
  /**
   * The open forecast with the highest passability, signal or not.
   */
  nearest(query: BoardQuery): Forecast | null;
  /**
   * The open forecast of a pair as of now, including an abstaining one: the manual model reports
   * when there is no edge.
   */
  find(model: AiModelKey, duration: Duration, symbol: string, now: number): Forecast | null;
}

export function createBoard(): ForecastBoard {
  const newest = new Map<string, Forecast>();
  let isStated = (_forecast: Forecast): boolean => true;
  const find: ForecastBoard['find'] = (model, duration, symbol, now) => {
    const forecast = newest.get(place(model, duration, symbol));
    return forecast && isOpen(forecast, now) ? ageForecast(forecast, now) : null;
  };
  const listOpen = ({ models, durations, symbols, exclude, now }: BoardQuery): Forecast[] => {
    const pairs = symbols.filter((symbol) => !exclude.includes(symbol));
    return models.flatMap((model) =>
      durations.flatMap((duration) => pairs.flatMap((symbol) => find(model, duration, symbol, now) ?? [])),
    );
  };
  return {
    holdTo: (decidedAt, versions) => {
      isStated = (one) => one.decidedAt !== decidedAt || versions.get(one.model) === one.modelVersion;
      for (const [key, forecast] of newest) if (!isStated(forecast)) newest.delete(key);
    },
    put: (forecast) => {
      if (!isStated(forecast)) return;
      const key = place(forecast.model, forecast.duration, forecast.symbol);
      if ((newest.get(key)?.barTime ?? Number.NEGATIVE_INFINITY) <= forecast.barTime) newest.set(key, forecast);
    },
    newest: () => [...newest.values()],
    find,
    best: (query) => strongest(listOpen(query).filter((forecast) => forecast.signalled)),
    nearest: (query) => strongest(listOpen(query)),
  };
}

/** The first forecast with the highest passability. */
const strongest = (forecasts: readonly Forecast[]): Forecast | null =>
  forecasts.reduce<Forecast | null>(
    (best, forecast) => (best && best.passability >= forecast.passability ? best : forecast),
    null,
  );

/** How far the clock of another process may be ahead, milliseconds. */
const maxAheadMs = 5_000;

/** A forecast may be taken until the next bar closes; later the market has moved on. */
const isOpen = (forecast: Forecast, now: number): boolean =>
  now - forecast.decidedAt <= limits.forecastOpenMs && forecast.decidedAt <= now + maxAheadMs;

const place = (model: AiModelKey, duration: Duration, symbol: string): string => `${model} ${duration} ${symbol}`;
