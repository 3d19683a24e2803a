import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs, minuteMs, weekMs } from '#domain/time.ts';
import { aMinute } from '#tests/support/market/a-minute.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createReadStatedSignals } from './read-stated-signals.ts';
import { writeLeaves } from '../append/append-leaves.ts';

const start = Date.parse('2026-03-02T00:00:00.000Z');
const feed = 'simulated:1';
let now = start + 6 * hourMs;
let database: TestDatabase;
const write = (minutes: readonly Parameters<typeof aMinute>[0][]) =>
  database.db.transaction((tx) =>
    writeLeaves(
      tx,
      minutes.flatMap((one) => aMinute(one)),
    ),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const minutes = Array.from({ length: 300 }, (_, i) => ({ at: start + i * minuteMs, isWon: i % 2 === 0 }));
  await write([...minutes, { at: start, feed: 'deriv', isWon: true }, { at: start, isNamed: false, isWon: true }]);
}, 60_000);
afterAll(() => database.close());

it('reads what the models of this market would have issued, then only what is new, and forgets after a week', async () => {
  const read = createReadStatedSignals({ db: database.db, feed, payout: 0.82, clock: { now: () => now } }, weekMs);
  const [first] = await Promise.all([read(), read()]);
  expect(first.minutes).toHaveLength(300);
  expect(first.minutes[0]).toBe(start);
  expect(first.signals).toHaveLength(300);
  expect(first.signals.slice(0, 2)).toEqual([
    { at: start, model: 'kurs_ai_v2', duration: 5 },
    { at: start + minuteMs, model: 'kurs_ai_v2', duration: 5 },
  ]);
  // Settled late, after newer minutes.
  await write([{ at: start + 301 * minuteMs, isWon: true }]);
  await write([{ at: start + 300 * minuteMs, isWon: true }]);
  const { signals, minutes } = await read();
  expect(minutes).toHaveLength(302);
  expect(signals.map(({ at }) => at)).toEqual(signals.map(({ at }) => at).toSorted((a, b) => a - b));
  now = start + weekMs + 300 * minuteMs;
  expect((await read()).minutes).toEqual([start + 300 * minuteMs, start + 301 * minuteMs]);
});

it('leaves out what is below the break-even of a smaller payout, where it would be practice', async () => {
  const clock = { now: () => start + 301 * minuteMs };
  const read = createReadStatedSignals({ db: database.db, feed, payout: 0.7, clock }, weekMs);
  const { minutes, signals } = await read();
  expect(minutes.length).toBeGreaterThan(300);
  expect(signals).toEqual([]);
});

it('finds nothing in a record whose leaves are older', async () => {
  const clock = { now: () => start + 30 * weekMs };
  const read = createReadStatedSignals({ db: database.db, feed, payout: 0.82, clock }, weekMs);
  expect(await read()).toEqual({ minutes: [], signals: [] });
});
