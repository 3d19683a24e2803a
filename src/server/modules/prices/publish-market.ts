import type { FastifyBaseLogger } from 'fastify';
import type { WorkingStats } from '#contract/signals.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

interface Needs {
  readonly bus: Bus;
  readonly read: () => WorkingStats;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const periodMs = 5_000;

/** Publishes market openings and closings to every stream. */
export function createMarketPublisher({ bus, read, after, log }: Needs): Repeating {
  let wasOpen: boolean | null = null;
  const poll = (): void => {
    const { open, nextOpen, nextClose } = read();
    if (wasOpen !== null && wasOpen !== open)
      bus.publish({ name: 'market', data: { open, nextOpen, nextClose }, userId: null, id: null });
    wasOpen = open;
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'the trading hours could not be read');
  return repeat({ everyMs: periodMs, task: poll, onError, after });
}
