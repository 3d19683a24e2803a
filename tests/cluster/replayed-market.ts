import { minuteMs } from '#domain/time.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { createReplayMarket } from '#server/integrations/market-data/replay-market.ts';
import { writeRecordedMarket } from '#tests/support/market/recorded-market.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';

/** A recording that every process of a cluster plays from now on, faster than real time. */
export interface ReplayedMarket {
  readonly variables: Readonly<Record<string, string>>;
  /** What the files say that was quoted until that instant of market time, oldest first. */
  ticksUntil(until: number): Promise<readonly Tick[]>;
  remove(): Promise<void>;
}

export async function replayMarket(symbols: readonly string[], speed: number): Promise<ReplayedMarket> {
  const { files, remove } = await writeRecordedMarket(symbols);
  const startedAt = Date.now();
  return {
    variables: {
      FEED: 'replay',
      REPLAY_FILES: files.join(','),
      REPLAY_SPEED: String(speed),
      REPLAY_STARTED_AT: new Date(startedAt).toISOString(),
      THIN_HOURS: 'include',
    },
    ticksUntil: async (until) => {
      const { clock, scheduler, advance } = createVirtualTime(startedAt);
      const ticks: Tick[] = [];
      const market = createReplayMarket({ files, timezone: null, startedAt, clock, scheduler });
      const ignore = (): void => undefined;
      await market.start({ onTick: (tick) => ticks.push(tick), onGap: ignore, onStateChange: ignore, onOffer: ignore });
      // Ticks come when the clock is polled.
      advance(until + minuteMs - startedAt);
      await market.stop();
      return ticks;
    },
    remove,
  };
}
