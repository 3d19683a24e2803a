import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Role } from '#server/config/role.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { createValkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { only } from '#tests/support/only.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { type Processes, watchProcesses } from './processes.ts';

const startsAt = Date.parse('2026-03-03T15:00:00.000Z');
const { after } = systemScheduler;
let database: TestDatabase;
let server: TestValkey;
let time: VirtualTime;
let stops: (() => unknown)[];

const run = async (name: string, role: Role, age: number | null): Promise<Processes> => {
  const valkey = createValkey({ url: server.url, name, after, log: silentLog });
  const platform = testPlatform(database, { time });
  const { market } = platform;
  const processes = watchProcesses(
    {
      ...platform,
      config: testConfig({ role }),
      leader: { ...platform.leader, isLeading: () => role === 'engine' },
      market: {
        ...market,
        age: () => age,
        feed: { ...market.feed, symbols: ['EURUSD'] },
        lastTick: (symbol) => ({ symbol, time: time.clock.now() - 300, receivedAt: time.clock.now(), bid: 1, ask: 1 }),
      },
      events: only({ streamLagMs: () => (role === 'api' ? 0 : null) }),
      valkey,
    },
    name,
  );
  await valkey.start();
  await processes.start();
  stops.unshift(processes.stop, valkey.stop);
  return processes;
};
const untilListed = async (processes: Processes, count: number) => {
  for (;;) {
    const listed = await processes.list();
    if (listed.length === count) return listed;
    time.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describeWithValkey('the processes of a cluster', () => {
  beforeAll(async () => {
    [database, server] = await Promise.all([createTestDatabase(), startTestValkey()]);
    const self = { host: 'a', pid: 1, backendPid: 1, address: 'https://kurs.example', feed: 'simulated:1' };
    await database.db.insert(leaderTerms).values({ ...self, role: 'engine', startedAt: new Date(startsAt - 60_000) });
  });
  afterAll(async () => {
    await server?.kill();
    await database?.close();
  });
  beforeEach(() => {
    stops = [];
    time = createVirtualTime(startsAt);
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
  });

  it('hear of each other: role, leader, term, age of the board and prices, lag of streams', async () => {
    const api = await run('api', 'api', 700);
    await run('engine', 'engine', 0);
    expect(await untilListed(api, 2)).toMatchObject([
      { name: 'api', isSelf: true, role: 'api', leader: { leading: false, term: 1 }, boardAgeMs: 700, streamLagMs: 0 },
      {
        name: 'engine',
        isSelf: false,
        role: 'engine',
        leader: { leading: true, term: 1 },
        boardAgeMs: 0,
        priceAgeMs: 300,
      },
    ]);
  });

  it('are no longer listed once they are silent', async () => {
    const api = await run('api', 'api', null);
    const worker = await run('worker', 'worker', null);
    await untilListed(api, 2);
    await worker.stop();
    expect(await untilListed(api, 1)).toMatchObject([{ name: 'api', isSelf: true, boardAgeMs: null }]);
  });
});
