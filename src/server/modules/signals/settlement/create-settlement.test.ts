import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidableUntil } from '#server/live/live-engine.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { FeedKind } from '#server/integrations/market-data/market-data.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createEnterLate, createSettlementLoop, resume } from './create-settlement.ts';
import { createEnterSignal } from './enter-signal.ts';
import { createSettler } from './settle-due.ts';
import { aLiveSignal, aTick, expiresAt, issuedAt } from '#tests/support/a-signal.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createEntries } from './entries.ts';
import { createTickLog } from './tick-log.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const entering = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;

/** Starts the product on this feed at this moment. */
async function aStart(id: string, now: number, kind: FeedKind = 'simulated', isLeading = () => true) {
  const { db } = database;
  const clock = { now: () => now };
  const enqueueUserEvents = createEnqueueUserEvents(createInProcessBus(), Date);
  const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint: noCrash });
  const enterLate = createEnterLate({ db, feeds: { only: id }, enterSignal });
  const settler = createSettler({
    db,
    feeds: { only: id },
    isRecorded: true,
    enqueueUserEvents,
    clock,
    crashPoint: noCrash,
  });
  const watched: string[] = [];
  const pairs = {
    watch: (symbol: string) => {
      watched.push(symbol);
      return [];
    },
  };
  const entries = createEntries({ enterSignal, pairs, feed: id, log: silentLog });
  const engine = {
    feed: { id, kind, isLive: false, symbols: ['EURUSD'], notOffered: [] },
  };
  await resume({ db, engine, pairs, settler, entries, enterLate });
  const tickLog = createTickLog({ db, feed: id, readDecidedUntil: async () => null });
  const loop = createSettlementLoop({
    settler,
    enterLate,
    tickLog,
    decidableUntil: () => decidableUntil({ now, feedTime: now, isSilent: true, speed: 1 }),
    isLeading,
    after: createVirtualTime(now).scheduler.after,
    log: silentLog,
  });
  return { entries, loop, watched };
}

const getStatus = async (id: string | undefined) =>
  (
    await database.db
      .select()
      .from(signals)
      .where(eq(signals.id, id ?? ''))
  )[0];

/**
 * Settlement loop for markets that are not running, beside a product that runs market `id`, at
 * wall-clock time `now`.
 */
function otherFeedsLoop(id: string, now: number) {
  const { db } = database;
  const clock = { now: () => now };
  const enqueueUserEvents = createEnqueueUserEvents(createInProcessBus(), Date);
  const feeds = { except: id };
  return createSettlementLoop({
    settler: createSettler({ db, feeds, isRecorded: false, enqueueUserEvents, clock, crashPoint: noCrash }),
    enterLate: createEnterLate({
      db,
      feeds,
      enterSignal: createEnterSignal({ db, enqueueUserEvents, crashPoint: noCrash }),
    }),
    tickLog: { flush: async () => undefined },
    decidableUntil: () => now - 5_000,
    isLeading: () => true,
    after: createVirtualTime(now).scheduler.after,
    log: silentLog,
  });
}

describe('a start on another market', () => {
  it.each([
    ['the simulated market, then a replay', 'replay', 'replay'],
    ['the simulated market, then another seed', 'simulated:2', 'simulated'],
  ] as const)(
    'does not touch live signals of the previous market before they expire: %s',
    async (_title, next, kind) => {
      const signal = await aLiveSignal(database.db);
      const { loop, watched } = await aStart(next, expiresAt + 5_000, kind);
      await aTick(database.db, expiresAt, 1.2, next);
      await loop.poll();
      await otherFeedsLoop(next, expiresAt).poll();
      expect(await getStatus(signal.id)).toMatchObject({ status: 'live', result: null });
      expect(watched).toEqual([]);
    },
  );

  it.each(['simulated:2', 'replay'])(
    'settles expired signals from the tick log of their own market: %s',
    async (next) => {
      const signal = await aLiveSignal(database.db);
      await aTick(database.db, expiresAt - 100, 1.2);
      await aTick(database.db, expiresAt, 1.0, next);
      await otherFeedsLoop(next, expiresAt + 5_000).poll();
      expect(await getStatus(signal.id)).toMatchObject({ status: 'settled', result: 'successful', closePrice: 1.2 });
    },
  );

  it('voids signals without a logged tick, each with its own reason', async () => {
    const live = await aLiveSignal(database.db);
    const waiting = await aLiveSignal(database.db, entering);
    await aTick(database.db, expiresAt, 1.2, 'simulated:2');
    await otherFeedsLoop('simulated:2', expiresAt + 5_000).poll();
    const reasons = await database.db.select().from(outcomes);
    expect(reasons.map(({ signalId, voidReason }) => [signalId, voidReason])).toEqual(
      expect.arrayContaining([
        [live.id, 'no_closing_tick'],
        [waiting.id, 'no_entry_tick'],
      ]),
    );
  });
});

describe('a replay that starts again', () => {
  it('voids the open signals of its previous run, whatever its own prices', async () => {
    const signal = await aLiveSignal(database.db, { feed: 'replay' });
    await aTick(database.db, expiresAt, 1.2, 'replay');
    await (await aStart('replay', expiresAt + 5_000, 'replay')).loop.poll();
    expect(await getStatus(signal.id)).toMatchObject({ status: 'settled', result: 'void', closePrice: null });
    expect((await database.db.select().from(outcomes))[0]).toMatchObject({ voidReason: 'feed_gap' });
  });
});

describe('a start on the same market', () => {
  it('settles nothing while another process may be the leader', async () => {
    const signal = await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 100, 1.2);
    const { loop } = await aStart('simulated:1', expiresAt + 5_000, 'simulated', () => false);
    await loop.poll();
    expect(await getStatus(signal.id)).toMatchObject({ status: 'live' });
  });

  it('settles from the log what expired meanwhile, and watches what is still open', async () => {
    const expired = await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 100, 1.2);
    const later = await aLiveSignal(database.db, { expiresAt: new Date(expiresAt + 600_000) });
    const { loop, watched } = await aStart('simulated:1', expiresAt + 5_000);
    await loop.poll();
    expect(await getStatus(expired.id)).toMatchObject({ result: 'successful', closePrice: 1.2 });
    expect(await getStatus(later.id)).toMatchObject({ status: 'live' });
    expect(watched).toContain('EURUSD');
  });

  it('enters a signal by its logged tick, and waits for a tick where none was logged', async () => {
    const logged = await aLiveSignal(database.db, entering);
    await aTick(database.db, issuedAt + 300, 1.1);
    await aTick(database.db, issuedAt + 900, 1.3);
    const waiting = await aLiveSignal(database.db, { ...entering, issuedAt: new Date(issuedAt + 2_000) });
    const { entries } = await aStart('simulated:1', issuedAt + 2_500);
    expect(await getStatus(logged.id)).toMatchObject({ status: 'live', openPrice: 1.1 });
    expect(await getStatus(waiting.id)).toMatchObject({ status: 'entering' });
    const time = issuedAt + 2_700;
    entries.onTick({ symbol: 'EURUSD', time, receivedAt: time, bid: 1.25, ask: 1.25 });
    await entries.idle();
    expect(await getStatus(waiting.id)).toMatchObject({ status: 'live', openPrice: 1.25 });
  });
});

describe('an entry that was not written in time', () => {
  it('is recovered from the log, and the signal is void only without a tick', async () => {
    const withTick = await aLiveSignal(database.db, entering);
    const { loop } = await aStart('simulated:1', issuedAt + 60_000);
    await aTick(database.db, issuedAt + 400, 1.1);
    const without = await aLiveSignal(database.db, { ...entering, issuedAt: new Date(issuedAt + 10_000) });
    await loop.poll();
    expect(await getStatus(withTick.id)).toMatchObject({ status: 'live', openPrice: 1.1 });
    expect(await getStatus(without.id)).toMatchObject({ status: 'settled', result: 'void' });
  });
});
