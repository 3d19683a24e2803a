import type { ReplayedForecast } from '#contract/record/views.ts';

export type Guess = 'up' | 'down';

/** Where the price closed against its entry; null: a tie. */
export function moved({ direction, result }: Pick<ReplayedForecast, 'direction' | 'result'>): Guess | null {
  if (result === 'neutral') return null;
  return (direction === 'BUY') === (result === 'successful') ? 'up' : 'down';
}

/** The forecast without anything after its entry: its chart must not show the outcome. */
export function untilEntry(forecast: ReplayedForecast): ReplayedForecast {
  const opened = Date.parse(forecast.openedAt);
  const closes = forecast.closes.filter(({ at }) => Date.parse(at) <= opened);
  return { ...forecast, closes, closePrice: forecast.openPrice };
}
