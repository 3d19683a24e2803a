import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, hourMs } from '#domain/time.ts';
import { aMinute } from '#tests/support/market/a-minute.ts';
import { countAll } from '#tests/support/test-figures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { writeLeaves } from '../append/append-leaves.ts';
import { createReadEquity } from './read-record-sums.ts';

const start = Date.parse('2026-03-02T00:00:00.000Z');
let database: TestDatabase;

/** Ten minutes of every hour on two days: two wins and eight losses of each ten. */
const perHour = 10;
const hours = 48;
beforeAll(async () => {
  database = await createTestDatabase();
  const leaves = Array.from({ length: hours * perHour }, (_, i) =>
    aMinute({ at: start + Math.floor(i / perHour) * hourMs + (i % perHour) * 60_000, isWon: i % perHour < 2 }),
  );
  const others = [
    aMinute({ at: start, feed: 'deriv', isWon: true }),
    aMinute({ at: start, isWon: true, isNamed: false }),
  ];
  await database.db.transaction((tx) => writeLeaves(tx, [...leaves, ...others].flat()));
  await countAll(database.db);
}, 60_000);
afterAll(() => database.close());

const read = (days?: number, feed = 'simulated:1') =>
  createReadEquity({
    db: database.db,
    countRecord: () => countAll(database.db),
    payout: 0.8,
    feed,
    clock: { now: () => start + 2 * dayMs - 1 },
  })({ source: 'shadow', days, aiModel: 'kurs_ai_v2' });

it('puts one stake on each forecast that the model would have issued, hour by hour', async () => {
  const equity = await read();
  expect(equity).toMatchObject({ trades: 480, total: -307.2, longestLosses: 8 });
  expect(equity.points).toHaveLength(1 + hours);
  expect(equity.points[1]).toMatchObject({ at: '2026-03-02T00:09:00.000Z', trades: 10, total: -6.4 });
});

it('reads the days and the market that are asked for', async () => {
  expect(await read(1)).toMatchObject({ trades: 240, total: -153.6 });
  expect(await read(undefined, 'deriv')).toMatchObject({ trades: 1, total: 0.8 });
});

it('sums whole days over longer periods', async () => {
  const { points, ...sums } = await read(90);
  expect(sums).toMatchObject({ trades: 480, total: -307.2, longestLosses: 8 });
  expect(points.map(({ trades }) => trades)).toEqual([0, 240, 480]);
});
