import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { historySorts, type SignalFilters } from '#contract/statistics.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { signals } from '#server/database/schema.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { dayMs } from '#domain/time.ts';
import { readHistory } from './history.ts';
import { readStats } from './read-stats.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

type NewSignal = typeof signals.$inferInsert;

/** Deterministic random numbers from 0 to 1 (mulberry32, T. Ettinger). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const chance = seeded(7);
const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T;
const models = ['kurs_ai_v1', 'kurs_ai_v2', '13_squad', 'manual'] as const;
const begin = Date.parse('2026-01-01T00:00:00.000Z');
const halfYearMs = 180 * dayMs;

function aSimulatedSignal(userId: string): NewSignal {
  const issuedAt = begin + Math.floor(chance() * halfYearMs);
  const duration = pick(durations);
  const passability = 50 + Math.floor(chance() ** 3 * 5001) / 100;
  return {
    id: randomUUID(),
    userId,
    symbol: pick(currencyPairs).symbol,
    direction: pick(['BUY', 'SELL'] as const),
    aiModel: pick(models),
    modelVersion: 'test',
    duration,
    pUp: 0.5,
    passability,
    payout: 0.82,
    feed: 'simulated:1',
    issuedAt: new Date(issuedAt),
    status: 'settled',
    result: chance() < 0.05 ? 'void' : pick(outcomes),
    openPrice: 1.1,
    openedAt: new Date(issuedAt + 200),
    expiresAt: new Date(issuedAt + 200 + duration * 60_000),
    closePrice: 1.1,
    analytics: {
      baseRate: 0.5,
      breakEven: 0.55,
      contributions: [],
      indicators: [],
      levels: [],
      sampleSize: 1,
      text: '',
    },
    deletedAt: chance() < 0.1 ? new Date(issuedAt) : null,
  };
}

const database = sharedByTests(createTestDatabase);
let me: string;
let mine: NewSignal[];

beforeAll(async () => {
  const { db } = database;
  const others = await aUser(db);
  me = await aUser(db);
  mine = Array.from({ length: 10_000 }, () => aSimulatedSignal(me));
  const all = [...mine, ...Array.from({ length: 500 }, () => aSimulatedSignal(others))];
  for (let i = 0; i < all.length; i += 1_000) await db.insert(signals).values(all.slice(i, i + 1_000));
});

/** Reference implementation, as simple as possible. */
function recount(filters: SignalFilters) {
  const chosen = mine.filter(
    (one) =>
      (filters.aiModel === undefined || one.aiModel === filters.aiModel) &&
      (filters.symbol === undefined || one.symbol === filters.symbol) &&
      (filters.duration === undefined || one.duration === filters.duration) &&
      (filters.result === undefined || one.result === filters.result) &&
      (filters.from === undefined || one.issuedAt.getTime() >= Date.parse(filters.from)) &&
      (filters.to === undefined || one.issuedAt.getTime() < Date.parse(filters.to)),
  );
  return { shown: chosen.filter((one) => !one.deletedAt), removed: chosen.filter((one) => one.deletedAt).length };
}

function tally(list: readonly NewSignal[]) {
  const count = (result: string): number => list.filter((one) => one.result === result).length;
  const [successful, neutral, unsuccessful] = [count('successful'), count('neutral'), count('unsuccessful')];
  const winRate = successful + unsuccessful === 0 ? null : successful / (successful + unsuccessful);
  const total = successful + neutral + unsuccessful;
  return { total, successful, neutral, unsuccessful, void: count('void'), winRate };
}

const by = <K>(list: readonly NewSignal[], getKey: (one: NewSignal) => K): Map<K, NewSignal[]> =>
  Map.groupBy(list, getKey);

const middle = new Date(begin + halfYearMs / 2).toISOString();
const filtersToTry: readonly SignalFilters[] = [
  {},
  ...models.map((aiModel) => ({ aiModel })),
  ...durations.map((duration) => ({ duration })),
  ...outcomes.map((result) => ({ result })),
  { symbol: 'EURUSD' },
  { from: middle },
  { to: middle },
  { aiModel: 'kurs_ai_v1', symbol: 'USDJPY', duration: 5, from: middle },
  { symbol: 'EURUSD', result: 'unsuccessful', to: middle },
  { from: middle, to: middle },
];

describe.each(filtersToTry)('figures of 10,000 signals filtered by %j', (filters) => {
  it('equal a recount in total, by model, by pair and by hour', async () => {
    const stats = await readStats(database.db, me, filters);
    const { shown, removed } = recount(filters);
    expect(stats).toMatchObject({ ...tally(shown), removed });
    const figures = <K extends string>(key: K, list: readonly Record<K, unknown>[]) =>
      new Map(list.map(({ [key]: name, ...rest }) => [name, rest]));
    const counted = <K>(groups: Map<K, NewSignal[]>) => new Map([...groups].map(([name, list]) => [name, tally(list)]));
    expect(counted(by(shown, (one) => one.symbol))).toEqual(figures('symbol', stats.bySymbol));
    expect(counted(by(shown, (one) => one.issuedAt.getUTCHours()))).toEqual(figures('hour', stats.byHour));
    for (const { aiModel, low: _low, high: _high, ...figuresOfModel } of stats.byModel)
      expect(figuresOfModel).toEqual(tally(shown.filter((one) => one.aiModel === aiModel)));
    expect(stats.byModel).toHaveLength(by(shown, (one) => one.aiModel).size);
  });

  it('equal a recount of stated and actual win rates', async () => {
    const { calibration } = await readStats(database.db, me, filters);
    const decided = recount(filters).shown.filter(({ result }) => result === 'successful' || result === 'unsuccessful');
    const bins = by(decided, ({ passability }) => Math.min(24, Math.floor((passability - 50) / 2)));
    const points = [...bins.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, list]) => ({
        count: list.length,
        stated: list.reduce((sum, { passability }) => sum + passability, 0) / list.length / 100,
        real: list.filter(({ result }) => result === 'successful').length / list.length,
      }));
    expect(calibration.map(({ count }) => count)).toEqual(points.map(({ count }) => count));
    calibration.forEach(({ stated, real }, i) => {
      expect(stated).toBeCloseTo(points[i]?.stated ?? 0, 9);
      expect(real).toBeCloseTo(points[i]?.real ?? 0, 9);
    });
  });

  it.each(historySorts)('match the history pages, which contain each signal once, the %s first', async (sort) => {
    const ctx = aSignalsContext(testPlatform(database));
    const { shown } = recount(filters);
    const newestFirst = shown.toSorted(
      (a, b) => b.issuedAt.getTime() - a.issuedAt.getTime() || ((a.id ?? '') < (b.id ?? '') ? 1 : -1),
    );
    const expected = sort === 'newest' ? newestFirst : newestFirst.toReversed();
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor, total } = await readHistory(ctx, me, { ...filters, sort, limit: 100, cursor });
      expect(total).toBe(shown.length);
      pages.push(...items.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
      // The first pages are enough for a long history; together both sort orders cover its two
      // ends.
    } while (cursor && (pages.length < 500 || shown.length < 3_000));
    expect(pages).toEqual(expected.slice(0, pages.length).map(({ id }) => id));
    expect(pages.length).toBeGreaterThanOrEqual(Math.min(500, shown.length));
  });
});

describe('intervals of a model', () => {
  it('are stated from one hundred decided signals', async () => {
    const { byModel } = await readStats(database.db, me, {});
    for (const { low, high, winRate } of byModel) {
      expect(low).toBeLessThan(winRate ?? 0);
      expect(high).toBeGreaterThan(winRate ?? 1);
    }
    const few = await readStats(database.db, me, { symbol: 'EURUSD' });
    expect(
      few.byModel.map(({ successful, unsuccessful, low, high }) => [successful + unsuccessful < 100, low, high]),
    ).toEqual(few.byModel.map(() => [true, null, null]));
  });
});

it('are empty, without a rate, when there are no signals', async () => {
  const nobody = await aUser(database.db);
  const none = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0, winRate: null };
  expect(await readStats(database.db, nobody, {})).toEqual({
    ...none,
    practice: none,
    removed: 0,
    byModel: [],
    bySymbol: [],
    byHour: [],
    calibration: [],
  });
});
