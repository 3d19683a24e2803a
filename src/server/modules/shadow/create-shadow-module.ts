import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { limits } from '#domain/signals/limits.ts';
import type { Config } from '#server/config.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import type { Leader } from '#server/database/leader.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { PastGate } from '#server/live/past-gate.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { createAppendMinute } from './append-minute.ts';
import { createFindOpenPairs } from './find-open-pairs.ts';
import { createGapReasons, type GapReasonOf } from './gap-leaves.ts';
import { createPastPlayer, type StartPastThread } from './past-player.ts';
import { createRecordGaps } from './record-gaps.ts';
import { createSettleMinutes } from './settle-minutes.ts';
import { createShadow } from './shadow.ts';

interface Needs {
  readonly config: Pick<Config, 'demoHistoryHours' | 'feed' | 'includeThinHours' | 'tradingHours'>;
  /** Of the leader: what an earlier one writes is refused. */
  readonly leaderDb: Database;
  readonly leader: Pick<Leader, 'isLeading'>;
  readonly engine: Pick<
    LiveEngine,
    | 'board'
    | 'feed'
    | 'feedTime'
    | 'inputs'
    | 'isSilent'
    | 'lastTick'
    | 'onTick'
    | 'onForecasts'
    | 'onStarted'
    | 'recentTicks'
  >;
  readonly signals: Pick<SignalsApi, 'tickLog' | 'loggedTicks'>;
  readonly record: Pick<RecordApi, 'isEmpty'>;
  readonly past: PastGate;
  /** Null: the market is not simulated. */
  readonly startPastThread: StartPastThread | null;
  readonly calibration: Pick<CalibrationApi, 'past'>;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
}

const timeoutMs = 5_000;

/** Shadow forecasts: what models forecast each minute is recorded and settled. */
export function createShadowModule(needs: Needs): ServerModule {
  const { config, leaderDb: db, engine, past, marketClock: clock, crashPoint, log } = needs;
  const { tickLog, loggedTicks: ticks } = needs.signals;
  const { feed, feedTime, isSilent, inputs } = engine;
  const isOpen = (symbol: string): boolean => {
    const now = clock.now();
    const tick = engine.lastTick(symbol);
    const isFresh = tick !== null && now - tick.time <= limits.signalPriceMaxAgeMs;
    return isFresh && (config.includeThinHours || !isThinHour(now)) && isMarketOpen(config.tradingHours, now);
  };
  const nonce = (): string => randomBytes(16).toString('hex');
  const isOpenAt = (minute: number): boolean => isMarketOpen(config.tradingHours, minute);
  const gapReasons = createGapReasons(clock, isOpenAt);
  const gapReasonOf = gapReasons.reasonOf;
  const shadow = createShadow({
    feed,
    appendMinute: createAppendMinute({ db, feed: feed.id, gapReasonOf, inputs, clock, nonce, crashPoint }),
    recordGaps: createRecordGaps({ db, feed: feed.id, gapReasonOf, clock }),
    gapReasons,
    settleMinutes: createSettleMinutes({ db, ticks, clock, crashPoint }),
    findOpenPairs: createFindOpenPairs({ db, ticks, feed: feed.id }),
    tickLog,
    recentTicks: engine.recentTicks,
    newestForecasts: engine.board.newest,
    isOpen,
    clock,
    feedTime,
    isSilent,
    timeoutMs: timeoutMs * getMarketSpeed(config.feed),
    after: needs.scheduler.after,
    log,
  });
  engine.onTick(shadow.onTick);
  engine.onForecasts((forecasts) => {
    if (needs.leader.isLeading() && !past.isPlaying()) shadow.onForecasts(forecasts);
  });
  const { startPastThread } = needs;
  const isRecordEmpty = needs.record.isEmpty;
  const hours = config.demoHistoryHours;
  const pastGapReasonOf: GapReasonOf = (minute) => (isOpenAt(minute) ? 'no_forecast' : 'closed');
  const calibration = needs.calibration.past;
  const ofPast = { db, feed: feed.id, hours, calibration, isRecordEmpty, gapReasonOf: pastGapReasonOf, clock, log };
  const player = startPastThread && hours > 0 ? createPastPlayer({ ...ofPast, startPastThread }) : null;
  if (player) past.play(player.untilPlayed());
  return {
    routes: [],
    api: {},
    readiness: player ? [{ name: 'history', check: () => (past.isPlaying() ? 'down' : 'ok') }] : [],
    components: [
      ...(player ? [player] : []),
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        start: async () => {
          await shadow.resume();
          engine.onStarted(() => past.onPlayed(shadow.start));
        },
        stop: shadow.stop,
      },
    ],
  };
}
