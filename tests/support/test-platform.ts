import { asMarketClock } from '#domain/time.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { neverLeads } from '#server/database/leader.ts';
import type { BusEvent } from '#server/integrations/bus/bus.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { createLiveEngine } from '#server/live/live-engine.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { noCrash } from '#server/start/runtime.ts';
import type { Platform } from '#server/start/platform.ts';
import { createFakeJobs, type FakeJobs } from './fake-jobs.ts';
import { aWatchedBus } from './network/watched-bus.ts';
import { silentLog } from './silent-log.ts';
import type { TestDatabase } from './test-database.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** Tuesday, 15:00 UTC. */
const startsAt = Date.parse('2026-03-03T15:00:00.000Z');

/** The defaults of the product, with other values of environment variables, then of single settings. */
export const testConfig = (change: Partial<Config> = {}, variables: Record<string, string> = {}): Config => ({
  ...parseConfig(variables, () => 'a secret of these tests, long enough for anybody'),
  rateLimitPerMinute: 0,
  ...change,
});

export interface TestPlatform extends Platform {
  readonly time: VirtualTime;
  readonly jobs: FakeJobs;
  /** Events published to streams, oldest first. */
  readonly published: BusEvent[];
}

/** For tests that ask no database: every query fails. */
export const noDatabase = connectDatabase({ url: 'postgres://127.0.0.1:1/none', onIdleError: () => undefined });

/** Leads, as the only process does. */
const alwaysLeads: Platform['leader'] = {
  ...neverLeads,
  term: () => 1,
  elected: Promise.resolve(),
  isLeading: () => true,
};

/** What every module may use, on a database of tests and a clock that stands still; a test replaces what it looks at. */
export function testPlatform({ db }: Pick<TestDatabase, 'db'>, change: Partial<TestPlatform> = {}): TestPlatform {
  const time = change.time ?? createVirtualTime(startsAt);
  const published: BusEvent[] = [];
  const { clock = time.clock, scheduler = time.scheduler, log = silentLog } = change;
  const bus = change.bus ?? aWatchedBus((event) => void published.push(event));
  const marketClock = asMarketClock(clock);
  const { config = testConfig() } = change;
  const engine = createLiveEngine({
    config,
    marketData: aSilentMarket(config.pairs),
    models: { forecasters: [], metadata: new Map() },
    leader: alwaysLeads,
    clock: marketClock,
    observeFeed: () => undefined,
    after: scheduler.after,
    log,
  });
  return {
    config,
    db,
    leaderDb: db,
    leader: alwaysLeads,
    clock,
    isTimeTrusted: () => true,
    feedSays: () => 'same',
    marketClock,
    scheduler,
    realNow: () => clock.now(),
    random: () => 0.5,
    bus,
    attempts: createAttempts(db, clock, config),
    enqueueUserEvents: (work, events) => enqueueUserEvents({ bus, clock }, work, events),
    engine,
    market: engine,
    crashPoint: noCrash,
    log,
    print: () => undefined,
    jobs: createFakeJobs(clock),
    time,
    published,
    ...change,
  };
}

/** A market without a price. */
export const aSilentMarket = (symbols: readonly string[]): MarketData => ({
  kind: 'simulated',
  isLive: false,
  symbols,
  offer: () => ({ offered: symbols, notOffered: [] }),
  backfill: async () => [],
  start: async () => undefined,
  stop: async () => undefined,
  state: () => ({ connected: true }),
});
