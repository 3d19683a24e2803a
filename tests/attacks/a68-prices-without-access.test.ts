import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { users } from '#server/database/schema.ts';
import { type Bus, createInProcessBus } from '#server/integrations/bus/bus.ts';
import { findUser, type UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { createEventHub, type EventHub } from '#server/modules/events/event-hub.ts';
import { watchPriceAccess } from '#server/modules/events/catch-up.ts';
import { mayReadPrices, requireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import type { TradersContext } from '#server/modules/traders/traders-context.ts';
import { tradersModule } from '#server/modules/traders/module.ts';
import { aStreamContext } from '#tests/support/test-streams.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { aTradersContext } from '#tests/support/network/fake-broker.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { dayMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const startsAt = Date.parse('2026-03-03T15:00:00.000Z');
const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 };
const time = createVirtualTime(startsAt);
/** Separate, so that sending prices runs no check of access. */
const hubTime = createVirtualTime(startsAt);
const aHub = (own: Bus) => createEventHub(testPlatform(database, { bus: own, time: hubTime }), 1_000);
const database = sharedByTests(createTestDatabase);
/** The access check of `/python_api/price`; the broker knows no trader here. */
let access: TradersContext;
let bus: Bus;
let hub: EventHub;
let watch: ReturnType<typeof watchPriceAccess>;
beforeAll(async () => {
  const platform = testPlatform(database, { config: testConfig({ access: rules }), time });
  access = aTradersContext(platform, testAccounts(platform).accounts);
});
beforeEach(() => {
  bus = createInProcessBus();
  hub = aHub(bus);
  hub.start();
  const platform = testPlatform(database, { bus, time });
  watch = watchPriceAccess({
    ...aStreamContext(platform, hub, () => ''),
    traders: tradersModule({ ...access, ...platform }).api,
  });
  watch.start();
});
afterEach(async () => {
  await watch.stop();
  await hub.stop();
});

let people = 0;
const ready = { isActivated: true, balance: 250, balanceCheckedAt: new Date(startsAt) };
async function open(change: Partial<typeof users.$inferInsert> = {}) {
  people += 1;
  const id = await aUser(database.db, { referralId: String(7_100_000 + people), ...ready, ...change });
  const user = (await findUser(database.db, id)) as UserRow;
  const texts: string[] = [];
  const stream = {
    userId: id,
    sessionId: `session of ${id}`,
    position: () => 0,
    isBehind: () => false,
    send: (text: string) => void texts.push(text),
    catchUp: () => undefined,
    end: () => undefined,
  };
  await hub.add(stream, mayReadPrices(rules, time.clock.now(), user));
  return { id, user, receivesPrices: () => tick(texts) };
}

/** Whether the next price of a pair is received. */
async function tick(texts: string[]): Promise<boolean> {
  texts.length = 0;
  const at = new Date(time.clock.now()).toISOString();
  hub.offerPrice({ symbol: 'EURUSD', price: 1.1, bid: 1.09999, ask: 1.10001, time: at });
  await hubTime.advanceAsync(1_000);
  return texts.some((text) => text.includes('event: tick'));
}

/** Runs the next check of who may read prices to its end. */
async function pollAccess(): Promise<void> {
  time.advance(3_000);
  while (time.waiting() === 0) await new Promise((resolve) => setImmediate(resolve));
}

it.each([
  ['is ready', {}, true],
  ['is not activated', { isActivated: false }, false],
  ['has no trader id', { referralId: null }, false],
  ['has excluded itself', { isSelfExcluded: true }, false],
  ['has no known balance', { balance: null }, false],
  ['has too small a balance', { balance: 9.99 }, false],
  ['has a balance of the day before', { balanceCheckedAt: new Date(startsAt - dayMs - 1) }, false],
] as const)('A68: an account that %s gets from the stream exactly what REST returns', async (_title, change, may) => {
  const { user, receivesPrices } = await open(change);
  const answer = await requireSignalAccess(access, user).then(
    () => true,
    () => false,
  );
  expect([await receivesPrices(), answer]).toEqual([may, may]);
});

it.each([
  ['blocks', { isBlocked: true }],
  ['empties', { balance: 1 }],
  ['excludes', { isSelfExcluded: true }],
] as const)(
  'A68: a change that %s an account ends its prices within seconds, and reverting it restores them',
  async (_t, change) => {
    const { id, receivesPrices } = await open();
    const other = await open();
    expect(await receivesPrices()).toBe(true);
    await database.db.update(users).set(change).where(eq(users.id, id));
    await pollAccess();
    expect([await receivesPrices(), await other.receivesPrices()]).toEqual([false, true]);
    await database.db
      .update(users)
      .set({ ...ready, isBlocked: false, isSelfExcluded: false })
      .where(eq(users.id, id));
    await pollAccess();
    expect(await receivesPrices()).toBe(true);
  },
);

it('A68: an account without access to prices receives its own events and the checkpoints of the record', async () => {
  const own = aHub(bus);
  own.start();
  const texts: string[] = [];
  const send = (text: string) => void texts.push(text);
  const unused = { position: () => 0, isBehind: () => false, catchUp: () => undefined, end: () => undefined };
  await own.add({ userId: 'a', sessionId: 's', send, ...unused }, false);
  bus.publish({ name: 'session', data: null, userId: 'a', id: 7 });
  bus.publish({ name: 'checkpoint', data: { note: 'n' }, userId: null, id: null });
  expect(texts).toHaveLength(2);
  await own.stop();
});
