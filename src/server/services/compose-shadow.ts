import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { limits } from '#domain/signals/limits.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Config } from '../config.ts';
import type { CrashHook } from '../crash-points.ts';
import type { Database } from '../database/connection.ts';
import { systemScheduler } from '../jobs/scheduler.ts';
import { createForecastMonitor } from '../modules/models/forecast-monitor.ts';
import type { Feed, LiveEngine } from '../live/live-engine.ts';
import { type ModelMetadata, readModelMetadata } from '../modules/models/read-model-metadata.ts';
import { createShadow, type Shadow } from '../modules/shadow/shadow.ts';
import type { TickLog } from '../modules/signals/tick-log.ts';
import type { ReadModelHealth } from '../modules/models/model-health.ts';
import { createReadModelHealth, type ReadHealthNeeds } from '../modules/models/read-model-health.ts';
import { createAppendMinute } from '../modules/shadow/append-minute.ts';
import { createFindOpenPairs } from '../modules/shadow/find-open-pairs.ts';
import { createSettleMinutes } from '../modules/shadow/settle-minutes.ts';
import { loggedTicks } from '../modules/signals/logged-ticks.ts';
import { speedOf } from './choose-market-data.ts';

interface Needs {
  readonly config: Pick<Config, 'feed' | 'includeThinHours' | 'tradingHours'>;
  readonly db: Database;
  readonly feed: Feed;
  readonly modelsFolder: URL;
  readonly forecasters: readonly LocalForecaster[];
  readonly tickLog: TickLog;
  /** Lazy getter, because the engine itself publishes its forecasts to this module. */
  readonly engine: () => Pick<LiveEngine, 'lastTick' | 'feedTime'>;
  readonly marketClock: Clock;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
}

const timeoutMs = 5_000;

/**
 * Composes shadow forecasts: what models forecast each minute is recorded, settled and compared
 * with their cards.
 */
export interface ComposedShadow extends Pick<Shadow, 'onForecasts' | 'onTick' | 'resume' | 'start' | 'stop'> {
  readonly metadata: ModelMetadata;
  readModelHealth(of: Pick<ReadHealthNeeds, 'catalogue' | 'readModelFigures'>): ReadModelHealth;
}

export async function composeShadow(needs: Needs): Promise<ComposedShadow> {
  const { modelsFolder, forecasters } = needs;
  const metadata = await readModelMetadata(modelsFolder, forecasters);
  const monitor = createForecastMonitor();
  const { onForecasts, ...shadow } = shadowOf(needs);
  return {
    ...shadow,
    metadata,
    onForecasts: (forecasts) => {
      monitor.add(forecasts);
      onForecasts(forecasts);
    },
    readModelHealth: (of) => createReadModelHealth({ ...of, metadata, monitor }),
  };
}

function shadowOf({ config, db, feed, tickLog, engine, marketClock: clock, crashPoint, log }: Needs): Shadow {
  const isOpen = (symbol: string): boolean => {
    const now = clock.now();
    const tick = engine().lastTick(symbol);
    const isFresh = tick !== null && now - tick.time <= limits.signalPriceMaxAgeMs;
    return isFresh && (config.includeThinHours || !isThinHour(now)) && isMarketOpen(config.tradingHours, now);
  };
  const nonce = (): string => randomBytes(16).toString('hex');
  return createShadow({
    feed,
    appendMinute: createAppendMinute({ db, feed: feed.id, clock, nonce, crashPoint }),
    settleMinutes: createSettleMinutes({ db, ticks: loggedTicks, clock, crashPoint }),
    findOpenPairs: createFindOpenPairs({ db, ticks: loggedTicks, feed: feed.id }),
    tickLog,
    isOpen,
    clock,
    feedTime: () => engine().feedTime(),
    timeoutMs: timeoutMs * speedOf(config.feed),
    after: systemScheduler.after,
    log,
  });
}
