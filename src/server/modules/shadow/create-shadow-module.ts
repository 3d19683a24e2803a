import { randomBytes } from 'node:crypto';
import { isExcludedHour, isMarketOpen } from '#domain/market/trading-hours.ts';
import { startOfMinute } from '#domain/time.ts';
import { parseMinuteLeaf } from '#record/leaf.ts';
import type { Config } from '#server/config.ts';
import { isFresh } from '#server/live/market-view.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createAppendMinute } from './append-minute.ts';
import { createFindOpenPairs, createSettleMinutes, listOpenMinutes, toStatements } from './settle-minutes.ts';
import { createGapReasons, createRecordGaps } from './gap-leaves.ts';
import { createShadow } from './shadow.ts';

interface ShadowModuleDependencies {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'leaderDb' | 'leader' | 'marketClock' | 'scheduler' | 'crashPoint' | 'log' | 'engine'
  >;
  readonly signals: Pick<SignalsApi, 'tickLog' | 'loggedTicks'>;
}

/** Shadow forecasts: what models forecast each minute is recorded and settled. */
export function createShadowModule(dependencies: ShadowModuleDependencies): ServerModule {
  const { config, platform } = dependencies;
  const { leaderDb: db, engine, marketClock: clock, crashPoint, log } = platform;
  const { tickLog, loggedTicks: readTicks } = dependencies.signals;
  const { feed, inputs } = engine;
  const isOpen = (symbol: string): boolean => {
    const now = clock.now();
    return (
      isFresh(engine, symbol, now) &&
      isMarketOpen(config.tradingHours, now) &&
      !isExcludedHour(config.tradingHours, now)
    );
  };
  const nonce = (): string => randomBytes(16).toString('hex');
  const isOpenAt = (minute: number): boolean => isMarketOpen(config.tradingHours, minute);
  const gapReasons = createGapReasons(clock, isOpenAt);
  const shadow = createShadow({
    feed: { id: feed.id, kind: feed.kind, symbols: engine.pairs },
    appendMinute: createAppendMinute({ db, feed: feed.id, gapReasons, inputs, clock, nonce, crashPoint }),
    recordGaps: createRecordGaps({ db, feed: feed.id, gapReasons, clock, decidableUntil: engine.decidableUntil }),
    gapReasons,
    settleMinutes: createSettleMinutes({ db, readTicks, clock, crashPoint }),
    findOpenPairs: createFindOpenPairs({ db, readTicks, feed: feed.id }),
    tickLog,
    recentTicks: engine.recentTicks,
    newestForecasts: engine.board.newest,
    isOpen,
    clock,
    decidableUntil: engine.decidableUntil,
    after: platform.scheduler.after,
    log,
  });
  engine.onTick(shadow.onTick);
  engine.onTick((tick) => gapReasons.onTick(tick.time));
  engine.onForecasts((forecasts) => {
    if (platform.leader.isLeading()) shadow.onForecasts(forecasts);
  });
  /** What was stated of this minute stays, also when this process has other models or another calibration. */
  const holdToStated = async (): Promise<void> => {
    const open = await listOpenMinutes(db, feed.id);
    const { issuedAt, leaf } = open.toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())[0] ?? {};
    if (!issuedAt || !leaf) return;
    const stated = toStatements(parseMinuteLeaf(leaf));
    engine.board.holdTo(startOfMinute(issuedAt.getTime()), new Map(stated.map((one) => [one.model, one.version])));
  };
  return {
    routes: [],
    api: {},
    components: [
      // Before signals, which in a replay delete the ticks of the last run: minutes settle from them.
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        phase: 'recovery',
        start: async () => {
          await holdToStated();
          await shadow.resume();
          engine.onStarted(shadow.start);
        },
        stop: shadow.stop,
      },
    ],
  };
}
