import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { minuteMs } from '#domain/time.ts';
import { parsePrices } from '#record/lines.ts';
import { ticks } from '#server/database/schema.ts';
import { createTickLog } from '#server/modules/signals/settlement/tick-log.ts';
import { createChance } from '#tests/support/chance.ts';
import { fakeMarket, firstTickTime, lastTickTime, tickAt } from '#tests/support/market/fake-market.ts';
import { createShadowSetup, type ShadowSetupOptions } from '#tests/support/market/shadow-setup.ts';
import { checkDatabase } from '#tests/support/record/check-database.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { createTestRecord } from '#tests/support/record/test-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const { symbols } = fakeMarket;
const from = Date.parse('2026-03-02T09:00:00.000Z');

/** A distinct, reproducible number for each statement. */
const pUp = (model: string, symbol: string, duration: number, barTime: number): number =>
  0.35 + 0.3 * createChance(barTime / minuteMs + 1000 * duration + symbol.charCodeAt(0) + 7 * model.charCodeAt(9))();

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const start = (options: Partial<ShadowSetupOptions> = {}) =>
  createShadowSetup({ db: database.db, from, pUp, ...options });
const listMinutes = async () =>
  (await listAllLeaves(database.db)).flatMap(({ index, leaf }) => (leaf.kind === 'minute' ? [{ index, leaf }] : []));

describe('what models forecast each minute', () => {
  it('is a record that the verifier accepts, with figures equal to its recount, through silences and restarts', async () => {
    // USDJPY is silent for four minutes: some forecasts find no entry, some no close.
    const silence = { from: from + 30 * minuteMs, to: from + 34 * minuteMs };
    const isReceived = (symbol: string, time: number): boolean =>
      symbol !== 'USDJPY' || time < silence.from || time >= silence.to;
    const first = await start({ isReceived });
    await first.run(45);
    const second = await start({ isReceived, from: first.now() - 650, version: 'other' });
    await second.run(20);
    const { failures, checks } = await checkDatabase(database.db, second.now());
    expect(failures).toEqual([]);
    const leaves = await listAllLeaves(database.db);
    expect(leaves.slice(0, 4).map(({ leaf }) => leaf.kind)).toEqual(['genesis', 'version', 'version', 'minute']);
    expect(leaves.filter(({ leaf }) => leaf.kind === 'version')).toHaveLength(4);
    expect((await listMinutes()).filter(({ leaf }) => leaf.without.includes('USDJPY'))).toHaveLength(4);
    const record = await createTestRecord({ db: database.db, dataDir: tmpdir(), marketClock: { now: second.now } });
    for (const days of [null, 30] as const) {
      const { states: _states, ...figures } = JSON.parse(
        (await record.get(`/api/record/figures${days === null ? '' : `?days=${days}`}`)).body,
      );
      expect(figures).toEqual(checks.figures(days));
      expect(figures.all.inTurn.successful).toBeGreaterThan(50);
    }
    const { days } = JSON.parse((await record.get('/api/record/coverage')).body);
    expect(days).toMatchObject([{ day: '2026-03-02', open: 65, covered: 65, without: 4 }]);
    expect(days[0].noPrice).toBeGreaterThan(0);
    await record.app.close();
  }, 60_000);

  it('is settled by the first tick after it and the last one before each expiry', async () => {
    const setup = await start();
    await setup.run(20);
    const leaves = await listAllLeaves(database.db);
    const outcomes = leaves.flatMap(({ leaf }) => (leaf.kind === 'outcome' ? [leaf] : []));
    expect(outcomes.length).toBeGreaterThan(5);
    const priceAt = (symbol: string, time: number): number => {
      const { bid, ask } = tickAt(symbol, time);
      return roundPrice(computeMid(bid, ask), symbol.endsWith('JPY') ? 3 : 5);
    };
    for (const { of, prices } of outcomes) {
      const statement = leaves[of]?.leaf;
      const at = statement?.kind === 'minute' ? Date.parse(statement.at) : Number.NaN;
      for (const { pair, entry, closes } of prices.flatMap((line) => parsePrices(line) ?? [])) {
        const entered = firstTickTime(at);
        expect(entry).toEqual({ price: priceAt(pair, entered), afterMs: entered - at });
        for (const { duration, tick } of closes) {
          const closing = lastTickTime(entered + duration * minuteMs);
          expect(tick).toEqual({ price: priceAt(pair, closing), afterMs: closing - at });
        }
      }
    }
    const saved = await database.db.select().from(ticks);
    // Of fifteen ticks a minute only the deciding one, which is an entry and closes earlier minutes too.
    expect(new Set(saved.map(({ time }) => Math.floor((time.getTime() % minuteMs) / 1_000)))).toEqual(new Set([4]));
  }, 60_000);

  it('is not stated more than 30 s after its bar closed, and not twice', async () => {
    const setup = await start();
    await setup.run(1);
    await setup.runLate(30_001);
    expect(await listMinutes()).toHaveLength(1);
    const again = await start({ from });
    await again.run(1);
    expect(await listMinutes()).toHaveLength(1);
  });

  it('names a pair that a model does not forecast in every duration as one without', async () => {
    const setup = await start({
      pUp: (...place) => (place[1] === 'GBPUSD' && place[2] === 7 ? Number.NaN : pUp(...place)),
    });
    await setup.run(2);
    expect((await listMinutes()).map(({ leaf }) => leaf.without)).toEqual([['GBPUSD'], ['GBPUSD']]);
    expect((await checkDatabase(database.db, setup.now())).failures).toEqual([]);
  });
});

it('settles what is due while a minute cannot be stated', async () => {
  let isStated = true;
  const marketClock = { now: () => setup.now() };
  const record = await createTestRecord({ db: database.db, dataDir: tmpdir(), symbols, marketClock });
  const setup = await start({
    record: {
      ...record.api,
      readGenesis: async (tx) => {
        if (!isStated) throw new Error('the minute cannot be stated');
        return record.api.readGenesis(tx);
      },
    },
  });
  await setup.run(3);
  isStated = false;
  await setup.run(12);
  const leaves = await listAllLeaves(database.db);
  const settled = leaves.flatMap(({ leaf }) => (leaf.kind === 'outcome' ? [leaf.of] : []));
  expect(settled).toEqual((await listMinutes()).map(({ index }) => index));
  expect(settled).toHaveLength(3);
  await record.app.close();
});

describe('a process that takes the lead', () => {
  it('states outcomes that are due before anything else, without a price where no tick was logged', async () => {
    const first = await start();
    await first.run(3);
    const last = first.now();
    const later = last + 60 * minuteMs;
    const second = await start({ from: later - (later % minuteMs) });
    await second.run(1);
    const { failures } = await checkDatabase(database.db, second.now());
    expect(failures).toEqual([]);
    const kinds = (await listAllLeaves(database.db)).map(({ leaf }) => leaf.kind);
    expect(kinds.slice(-4)).toEqual(['outcome', 'outcome', 'outcome', 'minute']);
    expect((await listAllLeaves(database.db)).at(-2)?.leaf).toMatchObject({ kind: 'outcome' });
  });

  it('logs no tick from before what was decided', async () => {
    const setup = await start();
    await setup.run(1);
    const [minute] = await listMinutes();
    const due = latestExpiry(Date.parse(minute?.leaf.at ?? ''), maxDuration);
    await setup.run(11);
    const record = await createTestRecord({ db: database.db, dataDir: tmpdir(), marketClock: { now: setup.now } });
    expect(await record.api.readDecidedUntil()).toBeGreaterThanOrEqual(due);
    const tickLog = createTickLog(database.db, 'simulated:1', record.api);
    await tickLog.begin();
    expect(tickLog.isNew({ ...tickAt('AUDUSD', due), symbol: 'AUDUSD' })).toBe(false);
    expect(tickLog.isNew({ ...tickAt('AUDUSD', setup.now() + minuteMs), symbol: 'AUDUSD' })).toBe(true);
    await record.app.close();
  });
});
