import type { WorkingStats } from '#contract/signals.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';

const periodMs = 5_000;

/** Publishes market openings and closings to every stream. */
export function createMarketPublisher({ bus, read }: { bus: Bus; read: () => WorkingStats }) {
  let timer: NodeJS.Timeout | null = null;
  let wasOpen: boolean | null = null;
  const look = (): void => {
    const { open, nextOpen, nextClose } = read();
    if (wasOpen !== null && wasOpen !== open)
      bus.publish({ name: 'market', data: { open, nextOpen, nextClose }, userId: null, id: null });
    wasOpen = open;
  };
  return {
    start: () => {
      timer = setInterval(look, periodMs);
    },
    stop: () => {
      if (timer) clearInterval(timer);
    },
  };
}
