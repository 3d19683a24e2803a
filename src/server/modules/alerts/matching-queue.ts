import type { FastifyBaseLogger } from 'fastify';
import type { MarketView } from '#server/live/market-view.ts';
import type { createMatchMinute } from './match-minute.ts';

export interface MatchingQueueDependencies {
  readonly market: Pick<MarketView, 'onForecasts'>;
  readonly matchMinute: ReturnType<typeof createMatchMinute>;
  /** Sends what a minute has alerted, without waiting for the periodic run. */
  readonly send: (stopping: AbortSignal) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Matches the forecasts of one minute after the other, because a minute may take longer than the next one waits. */
export function createMatchingQueue({ market, matchMinute, send, log }: MatchingQueueDependencies) {
  const stopping = new AbortController();
  let isWorking = false;
  let matching: Promise<void> = Promise.resolve();
  const match = async (forecasts: Parameters<typeof matchMinute>[0]): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      const alerted = await matchMinute(forecasts, stopping.signal);
      if (alerted > 0) await send(stopping.signal);
    } catch (error) {
      log.error({ err: error }, 'alerts of a minute were not matched');
    }
  };
  market.onForecasts((forecasts) => {
    if (isWorking) matching = matching.then(() => match(forecasts));
  });
  return {
    /** Loads the rules, which the first minute then does not wait for. */
    start: (): void => {
      isWorking = true;
      matching = match([]);
    },
    /** Resolves when the minute under way has ended; later ones are not matched. */
    stop: async (): Promise<void> => {
      isWorking = false;
      stopping.abort();
      await matching;
    },
  };
}
