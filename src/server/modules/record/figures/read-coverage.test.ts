import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RecordCoverage } from '#contract/record/views.ts';
import { minuteMs } from '#domain/time.ts';
import type { GapLeaf } from '#record/leaf.ts';
import { aMinute } from '#tests/support/market/a-minute.ts';
import { type SimulatedSignal, simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { countAll } from '#tests/support/test-figures.ts';
import { createReadCoverage } from './read-coverage.ts';
import { type RecordedLeaf, writeLeaves } from '../append/append-leaves.ts';

let database: TestDatabase;
let simulated: SimulatedSignal[];
const feed = 'simulated:1';
const march = Date.parse('2026-03-01T00:00:00.000Z');

const gap = (from: string, to: string, reason: GapLeaf['reason'], of = feed): RecordedLeaf => ({
  kind: 'gap',
  signalId: randomUUID(),
  at: new Date(to),
  leaf: { form: 'gap/1', feed: of, from, to, reason },
});

/** Without what an earlier call has cached. */
const read = async (): Promise<RecordCoverage> => {
  const { db } = database;
  const clock = { now: () => march + 40 * 24 * 60 * minuteMs };
  return RecordCoverage.parse(await createReadCoverage({ db, countRecord: () => countAll(db), feed, clock })());
};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  simulated = await simulateRecord(db, { count: 300, from: march + 24 * 60 * minuteMs, everyMs: minuteMs });
  await simulateRecord(db, { count: 40, seed: 2, feed: 'deriv' });
  const leaves = [
    ...Array.from({ length: 40 }, (_, i) => aMinute({ at: march + (i - 10) * minuteMs, isWon: true })).flat(),
    ...aMinute({ at: march, feed: 'deriv', isWon: true }),
    gap('2026-02-28T23:50:00.000Z', '2026-03-01T00:20:00.000Z', 'stopped'),
    gap('2026-03-01T01:00:00.000Z', '2026-03-01T03:00:00.000Z', 'closed'),
    gap('2026-03-01T05:00:00.000Z', '2026-03-01T05:01:00.000Z', 'late', 'deriv'),
    gap('2024-03-01T05:00:00.000Z', '2024-03-01T05:01:00.000Z', 'late'),
  ];
  await db.transaction((tx) => writeLeaves(tx, leaves));
}, 60_000);
afterAll(() => database.close());

it('counts what each month has and has not, of the running market, newest first', async () => {
  const { months } = await read();
  const voids = simulated.filter(({ result }) => result === 'void').length;
  const none = { closed: 0, stopped: 0, late: 0, no_forecast: 0 };
  expect(voids).toBeGreaterThan(3);
  expect(months.map(({ month }) => month)).toEqual(['2026-03', '2026-02']);
  const [newer, older] = months;
  expect(newer).toMatchObject({ minutes: 30, gaps: { ...none, closed: 120, stopped: 20 }, signals: 300 });
  expect(Object.values(newer?.voids ?? {}).reduce((sum, count) => sum + count, 0)).toBe(voids);
  expect(older).toMatchObject({ minutes: 10, gaps: { ...none, stopped: 10 }, signals: 0 });
});

it('counts practice beside the signals, each forecast once', async () => {
  const { db } = database;
  const [one] = simulated;
  if (!one) throw new Error('nothing was simulated');
  const at = march + 35 * 24 * 60 * minuteMs;
  // Two users receive the first forecast, one the second.
  const practice = [0, 1, minuteMs].flatMap((after): RecordedLeaf[] => {
    const id = randomUUID();
    const issuedAt = new Date(at + after);
    const end = new Date(at + after + 10 * minuteMs);
    return [
      {
        kind: 'signal',
        signalId: id,
        at: issuedAt,
        leaf: { ...one.leaf, id, hasEdge: false, issuedAt: issuedAt.toISOString() },
      },
      {
        kind: 'void',
        signalId: id,
        at: end,
        leaf: { signal: id, result: 'void', reason: 'operator', at: end.toISOString() },
      },
    ];
  });
  await db.transaction((tx) => writeLeaves(tx, practice));
  const [april] = (await read()).months;
  expect(april).toMatchObject({ month: '2026-04', signals: 0, practice: 2, voids: { operator: 2 } });
});

it('counts an outcome that is taken back as void, with its reason', async () => {
  const lost = simulated.find(({ result }) => result === 'unsuccessful');
  if (!lost) throw new Error('nothing was lost');
  const at = new Date(march + 30 * 24 * 60 * minuteMs);
  const leaf = { signal: lost.id, result: 'void', reason: 'operator', at: at.toISOString() } as const;
  await database.db.transaction((tx) => writeLeaves(tx, [{ kind: 'void', signalId: lost.id, at, leaf }]));
  const month = (await read()).months.find((one) => one.month === '2026-03');
  expect(month?.voids.operator).toBe(1);
  expect(month?.signals).toBe(300);
});
