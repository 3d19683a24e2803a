import type { AiModelKey } from '#domain/ai-model.ts';
import type { Duration } from '#domain/duration.ts';
import { limits } from '#domain/limits.ts';
import type { Forecast } from './forecaster.ts';

export interface BoardQuery {
  readonly models: readonly AiModelKey[];
  readonly duration: Duration;
  readonly symbols: readonly string[];
  readonly exclude: readonly string[];
  /** Milliseconds UTC. */
  readonly now: number;
}

/** The newest forecast of each model, duration and pair. */
export interface ForecastBoard {
  put(forecast: Forecast): void;
  /** Of the open forecasts above their model's threshold the one with the highest passability; null: all abstain. */
  best(query: BoardQuery): Forecast | null;
  /** Also one that abstains: the manual model says plainly when there is no edge. */
  find(model: AiModelKey, duration: Duration, symbol: string): Forecast | null;
}

export function createBoard(): ForecastBoard {
  const newest = new Map<string, Forecast>();
  const find: ForecastBoard['find'] = (model, duration, symbol) => newest.get(place(model, duration, symbol)) ?? null;
  return {
    put: (forecast) => {
      const key = place(forecast.model, forecast.duration, forecast.symbol);
      if ((newest.get(key)?.barTime ?? Number.NEGATIVE_INFINITY) <= forecast.barTime) newest.set(key, forecast);
    },
    find,
    best: ({ models, duration, symbols, exclude, now }) => {
      let best: Forecast | null = null;
      for (const model of models) {
        for (const symbol of symbols) {
          const forecast = exclude.includes(symbol) ? null : find(model, duration, symbol);
          if (forecast?.signalled && isOpen(forecast, now) && forecast.passability > (best?.passability ?? 0))
            best = forecast;
        }
      }
      return best;
    },
  };
}

/** A forecast may be taken until the next bar closes: later it speaks of a market that has moved on. Times in milliseconds. */
export const isOpen = (forecast: Forecast, now: number): boolean =>
  now - forecast.decidedAt <= limits.forecastOpenMs && forecast.decidedAt <= now + limits.entryWindowMs;

const place = (model: AiModelKey, duration: Duration, symbol: string): string => `${model} ${duration} ${symbol}`;
