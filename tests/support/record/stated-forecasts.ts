import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Direction } from '#domain/market/direction.ts';
import { durations } from '#domain/market/duration.ts';
import { createBoard, type ForecastBoard } from '#engine/forecast/board.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';

/** The models' forecasts of every duration: the first pair is the best. */
export interface Phrases {
  symbols: string[];
  direction: Direction;
  passability: number;
}

/** Models that run on this machine. */
export const localModels = ['kurs_ai_v1', 'kurs_ai_v2', 'vip'] as const satisfies readonly AiModelKey[];

export const explanation = {
  baseRate: 56,
  sampleSize: 100,
  contributions: [{ feature: 'z_20', value: -2, effect: 7 }],
};

export const aForecaster = (key: AiModelKey): LocalForecaster => ({
  onFeed: () => aForecaster(key),
  key,
  version: 'test',
  forecast: () => null,
  explain: () => explanation,
  score: () => Number.NaN,
  stateScore: () => 0.5,
});

/** Builds a board as of this instant. */
export function describeBoard({ symbols, direction, passability }: Phrases, now: number): ForecastBoard {
  const board = createBoard();
  for (const model of localModels)
    for (const duration of durations)
      symbols.forEach((symbol, i) =>
        board.put(aForecast({ model, duration, symbol, passability: passability - i / 10, direction, now })),
      );
  return board;
}

interface StatedOptions extends Pick<Forecast, 'model' | 'duration' | 'symbol' | 'passability'> {
  readonly direction: Direction;
  readonly now: number;
}

export const aForecast = ({ direction, now, ...output }: StatedOptions): Forecast => ({
  ...output,
  modelVersion: 'test',
  barTime: now - 60_000,
  decidedAt: now,
  pUp: direction === 'BUY' ? output.passability / 100 : 1 - output.passability / 100,
  session: 'day',
});
