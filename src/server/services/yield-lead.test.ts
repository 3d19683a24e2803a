import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Runtime } from '#server/start/runtime.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { yieldLead } from './yield-lead.ts';

let database: TestDatabase;
let time: VirtualTime;
let stops: (() => unknown)[];

beforeEach(async () => {
  database = await createTestDatabase();
  time = createVirtualTime(Date.parse('2026-03-03T15:00:00.000Z'));
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.close();
});

const anEngine = ({ isLeading }: { readonly isLeading: boolean }) => {
  const engine = { isConnected: true, hasYielded: false };
  const platform = testPlatform(database, { time });
  const runtime: Runtime = {
    ...platform,
    config: testConfig(),
    pool: database.pool,
    clock: { ...time.clock, isTrusted: () => true, feedSays: () => 'same', observeFeed: () => undefined },
    leader: { ...platform.leader, isLeading: () => isLeading },
    stop: () => {
      engine.hasYielded = true;
    },
  };
  const { start, stop } = yieldLead(runtime, () => engine.isConnected);
  void start();
  stops.push(stop);
  return engine;
};
/** Second by second, so that each query is answered before the next. */
const pass = async (seconds: number): Promise<void> => {
  const count = time.waiting();
  for (let left = seconds; left > 0; left--) {
    time.advance(1_000);
    while (time.waiting() < count) await new Promise((resolve) => setImmediate(resolve));
  }
};

it('a leader that alone has lost Valkey yields to an engine that reaches it', async () => {
  const [leader, standby] = [anEngine({ isLeading: true }), anEngine({ isLeading: false })];
  await pass(10);
  leader.isConnected = false;
  await pass(4);
  expect(leader.hasYielded).toBe(false);
  await pass(4);
  expect([leader.hasYielded, standby.hasYielded]).toEqual([true, false]);
});

it('a leader goes on while no other engine reaches Valkey', async () => {
  const [leader, standby] = [anEngine({ isLeading: true }), anEngine({ isLeading: false })];
  await pass(10);
  leader.isConnected = false;
  await pass(2);
  standby.isConnected = false;
  await pass(60);
  expect(leader.hasYielded).toBe(false);
});

it('a restart of Valkey moves no lead, whichever engine is back first', async () => {
  const [leader, standby] = [anEngine({ isLeading: true }), anEngine({ isLeading: false })];
  await pass(10);
  leader.isConnected = false;
  standby.isConnected = false;
  await pass(30);
  standby.isConnected = true;
  await pass(5);
  leader.isConnected = true;
  await pass(20);
  expect(leader.hasYielded).toBe(false);
});

it('holds its lock again after its connection to the database was lost', async () => {
  const [leader] = [anEngine({ isLeading: true }), anEngine({ isLeading: false })];
  await pass(10);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'",
  );
  await pass(3);
  leader.isConnected = false;
  await pass(8);
  expect(leader.hasYielded).toBe(true);
});
