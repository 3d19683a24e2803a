import { randomBytes } from 'node:crypto';
import { isExcludedHour, isMarketOpen } from '#domain/market/trading-hours.ts';
import { startOfMinute } from '#domain/time.ts';
import { parseMinuteLeaf } from '#record/leaf.ts';
import type { Config } from '#server/config.ts';
import { isFresh } from '#server/live/market-view.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createAppendMinute } from './append-minute.ts';
import { toStatements } from './deciding-prices.ts';
import { createGapReasons, createRecordGaps } from './gap-leaves.ts';
import { createPastPlayer, type StartPastThread } from './past-player.ts';
import { createFindOpenPairs, createSettleMinutes } from './settle-minutes.ts';
import { listOpenMinutes } from './shadow-minutes.repository.ts';
import { createShadow } from './shadow.ts';

interface ShadowModuleDependencies {
  readonly config: Pick<Config, 'demoHistoryHours' | 'feed' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'leaderDb' | 'leader' | 'marketClock' | 'scheduler' | 'crashPoint' | 'log' | 'engine' | 'past'
  >;
  readonly signals: Pick<SignalsApi, 'tickLog' | 'loggedTicks'>;
  readonly record: Pick<RecordApi, 'isEmpty'>;
  /** Null: the market is not simulated. */
  readonly startPastThread: StartPastThread | null;
  readonly calibration: Pick<CalibrationApi, 'past'>;
}

/** Shadow forecasts: what models forecast each minute is recorded and settled. */
export function createShadowModule(dependencies: ShadowModuleDependencies): ServerModule {
  const { config, platform, startPastThread } = dependencies;
  const { leaderDb: db, engine, past, marketClock: clock, crashPoint, log } = platform;
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
    recordGaps: createRecordGaps({ db, feed: feed.id, gapReasons, clock }),
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
    if (platform.leader.isLeading() && !past.isPlaying()) shadow.onForecasts(forecasts);
  });
  /** What was stated of this minute stays, also when this process has other models or another calibration. */
  const holdToStated = async (): Promise<void> => {
    const open = await listOpenMinutes(db, feed.id);
    const { issuedAt, leaf } = open.toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())[0] ?? {};
    if (!issuedAt || !leaf) return;
    const stated = toStatements(parseMinuteLeaf(leaf));
    engine.board.holdTo(startOfMinute(issuedAt.getTime()), new Map(stated.map((one) => [one.model, one.version])));
  };
  const hours = config.demoHistoryHours;
  const player =
    startPastThread && hours > 0
      ? createPastPlayer({
          db,
          feed: feed.id,
          hours,
          startPastThread,
          calibration: dependencies.calibration.past,
          isRecordEmpty: dependencies.record.isEmpty,
          getGapReason: (minute) => (isOpenAt(minute) ? 'no_forecast' : 'closed'),
          clock,
          log,
        })
      : null;
  if (player) past.play(player.untilPlayed());
  return {
    routes: [],
    api: {},
    readiness: player ? [{ name: 'history', check: () => (past.isPlaying() ? 'down' : 'ok') }] : [],
    components: [
      // Before signals, which in a replay delete the ticks of the last run: minutes settle from them.
      ...(player ? [{ ...player, phase: 'recovery' as const }] : []),
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        phase: 'recovery',
        start: async () => {
          await holdToStated();
          await shadow.resume();
          engine.onStarted(() => past.onPlayed(shadow.start));
        },
        stop: shadow.stop,
      },
    ],
  };
}
