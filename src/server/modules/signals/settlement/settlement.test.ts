import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidableUntil } from '#server/live/live-engine.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { aLiveSignal, aTick, expiresAt, issuedAt } from '#tests/support/a-signal.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { entriesWritten, takeTick } from './entries.ts';
import { otherMarkets, ownMarket, resume, settleOnce } from './settlement.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const entering = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;

/** The product as it runs this feed at this moment. */
function aProduct(id: string, now: number, isLeading = true) {
  const platform = testPlatform(database, { clock: { now: () => now } });
  const { engine, leader } = platform;
  return aSignalsContext({
    ...platform,
    leader: { ...leader, isLeading: () => isLeading },
    engine: {
      ...engine,
      feed: { ...engine.feed, id },
      decidableUntil: () => decidableUntil({ now, feedTime: now, isSilent: true, speed: 1 }),
    },
  });
}

async function aStart(id: string, now: number, isLeading?: boolean) {
  const ctx = aProduct(id, now, isLeading);
  await resume(ctx);
  return { ctx, settle: () => settleOnce(ctx, ownMarket(ctx)) };
}

/** One look at the signals of other markets, beside a product that runs market `id`. */
function settleOthers(id: string, now: number): Promise<void> {
  const ctx = aProduct(id, now);
  return settleOnce(ctx, otherMarkets(ctx));
}

const getStatus = async (id: string | undefined) =>
  (
    await database.db
      .select()
      .from(signals)
      .where(eq(signals.id, id ?? ''))
  )[0];

describe('a start on another market', () => {
  it.each([
    ['the simulated market, then a replay', 'replay'],
    ['the simulated market, then another seed', 'simulated:2'],
  ] as const)('does not touch live signals of the previous market before they expire: %s', async (_title, next) => {
    const signal = await aLiveSignal(database.db);
    const { ctx, settle } = await aStart(next, expiresAt + 5_000);
    await aTick(database.db, expiresAt, 1.2, next);
    await settle();
    await settleOthers(next, expiresAt);
    expect(await getStatus(signal.id)).toMatchObject({ status: 'live', result: null });
    expect(ctx.watchedUntil.size).toBe(0);
  });

  it.each(['simulated:2', 'replay'])(
    'settles expired signals from the tick log of their own market: %s',
    async (next) => {
      const signal = await aLiveSignal(database.db);
      await aTick(database.db, expiresAt - 100, 1.2);
      await aTick(database.db, expiresAt, 1.0, next);
      await settleOthers(next, expiresAt + 5_000);
      expect(await getStatus(signal.id)).toMatchObject({ status: 'settled', result: 'successful', closePrice: 1.2 });
    },
  );

  it('voids signals without a logged tick, each with its own reason', async () => {
    const live = await aLiveSignal(database.db);
    const waiting = await aLiveSignal(database.db, entering);
    await aTick(database.db, expiresAt, 1.2, 'simulated:2');
    await settleOthers('simulated:2', expiresAt + 5_000);
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
    await (await aStart('replay', expiresAt + 5_000)).settle();
    expect(await getStatus(signal.id)).toMatchObject({ status: 'settled', result: 'void', closePrice: null });
    expect((await database.db.select().from(outcomes))[0]).toMatchObject({ voidReason: 'feed_gap' });
  });
});

describe('a start on the same market', () => {
  it('settles nothing while another process may be the leader', async () => {
    const signal = await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 100, 1.2);
    const { settle } = await aStart('simulated:1', expiresAt + 5_000, false);
    await settle();
    expect(await getStatus(signal.id)).toMatchObject({ status: 'live' });
  });

  it('settles from the log what expired meanwhile, and watches what is still open', async () => {
    const expired = await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 100, 1.2);
    const later = await aLiveSignal(database.db, { expiresAt: new Date(expiresAt + 600_000) });
    const { ctx, settle } = await aStart('simulated:1', expiresAt + 5_000);
    await settle();
    expect(await getStatus(expired.id)).toMatchObject({ result: 'successful', closePrice: 1.2 });
    expect(await getStatus(later.id)).toMatchObject({ status: 'live' });
    expect([...ctx.watchedUntil.keys()]).toEqual(['EURUSD']);
  });

  it('enters a signal by its logged tick, and waits for a tick where none was logged', async () => {
    const logged = await aLiveSignal(database.db, entering);
    await aTick(database.db, issuedAt + 300, 1.1);
    await aTick(database.db, issuedAt + 900, 1.3);
    const waiting = await aLiveSignal(database.db, { ...entering, issuedAt: new Date(issuedAt + 2_000) });
    const { ctx } = await aStart('simulated:1', issuedAt + 2_500);
    expect(await getStatus(logged.id)).toMatchObject({ status: 'live', openPrice: 1.1 });
    expect(await getStatus(waiting.id)).toMatchObject({ status: 'entering' });
    const time = issuedAt + 2_700;
    takeTick(ctx, { symbol: 'EURUSD', time, receivedAt: time, bid: 1.25, ask: 1.25 });
    await entriesWritten(ctx);
    expect(await getStatus(waiting.id)).toMatchObject({ status: 'live', openPrice: 1.25 });
  });
});

describe('an entry that was not written in time', () => {
  it('is recovered from the log, and the signal is void only without a tick', async () => {
    const withTick = await aLiveSignal(database.db, entering);
    const { settle } = await aStart('simulated:1', issuedAt + 60_000);
    await aTick(database.db, issuedAt + 400, 1.1);
    const without = await aLiveSignal(database.db, { ...entering, issuedAt: new Date(issuedAt + 10_000) });
    await settle();
    expect(await getStatus(withTick.id)).toMatchObject({ status: 'live', openPrice: 1.1 });
    expect(await getStatus(without.id)).toMatchObject({ status: 'settled', result: 'void' });
  });

  it('and cannot be written holds up none behind it, and is not void', async () => {
    const { ctx } = await aStart('simulated:1', issuedAt + 60_000);
    const logged = [await aLiveSignal(database.db, entering), await aLiveSignal(database.db, entering)];
    const without = await aLiveSignal(database.db, { ...entering, issuedAt: new Date(issuedAt + 10_000) });
    await aTick(database.db, issuedAt + 400, 1.1);
    for (const failing of logged) {
      const writeEntry: typeof ctx.writeEntry = async (entry) => {
        if (entry.live.id === failing.id) throw new Error('out of order');
        return ctx.writeEntry(entry);
      };
      await settleOnce({ ...ctx, writeEntry }, ownMarket(ctx));
      expect(await getStatus(failing.id)).toMatchObject({ status: failing === logged[0] ? 'entering' : 'live' });
    }
    expect(await getStatus(without.id)).toMatchObject({ status: 'settled', result: 'void' });
  });
});
