import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { noCrash } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { createLiveEngine } from '#server/live/live-engine.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import { createAppendMinute } from '#server/modules/shadow/append-minute.ts';
import { createFindOpenPairs, createSettleMinutes } from '#server/modules/shadow/settle-minutes.ts';
import { createGapReasons, createRecordGaps } from '#server/modules/shadow/gap-leaves.ts';
import { createShadow } from '#server/modules/shadow/shadow.ts';
import { loggedTicks } from '#server/modules/signals/create-signals-module.ts';
import { createTickLog } from '#server/modules/signals/settlement/tick-log.ts';
import { silentLog } from '../silent-log.ts';
import type { VirtualTime } from '../virtual-time.ts';

interface Options {
  readonly db: Database;
  readonly models: LoadedModels;
  readonly symbols: readonly string[];
  readonly time: VirtualTime;
}

/** Later than the close of a minute and the statement of its forecasts. */
const afterCloseMs = 900;

/**
 * The engine on the simulated market with its forecasts in shadow, from its start until `minutes`
 * later: one run of the product.
 */
export async function runShadowEngine({ db, models, symbols, time }: Options, minutes: number): Promise<void> {
  const { clock, scheduler } = time;
  const { after } = scheduler;
  const marketData = createSimulatedMarket({ seed: 1, clock, scheduler, symbols });
  const config = { feed: { kind: 'simulated', seed: 1 } } as const;
  const leader = { isLeading: () => true };
  const engine = createLiveEngine({
    config,
    marketData,
    models,
    leader,
    clock,
    observeFeed: () => undefined,
    after,
    log: silentLog,
  });
  const { feed, inputs } = engine;
  const tickLog = createTickLog({ db, feed: feed.id });
  const gapReasons = createGapReasons(clock, () => true);
  const nonce = (): string => 'a'.repeat(32);
  const shadow = createShadow({
    recentTicks: () => [],
    newestForecasts: () => [],
    feed,
    appendMinute: createAppendMinute({ db, feed: feed.id, gapReasons, inputs, clock, nonce, crashPoint: noCrash }),
    recordGaps: createRecordGaps({ db, feed: feed.id, gapReasons, clock, decidableUntil: engine.decidableUntil }),
    gapReasons,
    settleMinutes: createSettleMinutes({ db, readTicks: loggedTicks, clock, crashPoint: noCrash }),
    findOpenPairs: createFindOpenPairs({ db, readTicks: loggedTicks, feed: feed.id }),
    tickLog,
    isOpen: (symbol) => clock.now() - (engine.lastTick(symbol)?.time ?? 0) <= limits.signalPriceMaxAgeMs,
    clock,
    decidableUntil: engine.decidableUntil,
    after,
    log: silentLog,
  });
  engine.onTick(shadow.onTick);
  engine.onTick((tick) => gapReasons.onTick(tick.time));
  engine.onForecasts(shadow.onForecasts);
  await shadow.resume();
  await engine.start?.();
  gapReasons.markStarted();
  for (let i = 0; i < minutes; i++) {
    const untilEnd = minuteMs - (clock.now() % minuteMs);
    await time.advanceAsync(untilEnd + afterCloseMs);
    // Without its timer, so that the minute is in the database before the clock goes on.
    await shadow.poll();
  }
  const stopping = engine.stop?.();
  await time.advanceAsync(minuteMs);
  await stopping;
}
