import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryDelays } from '#domain/signals/late-entry.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { recordCheckpoints } from '#server/database/tables/record-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';
import type { ApiError } from '#server/http/api-error.ts';
import { toErrorBody } from '#server/http/errors/error-handler.ts';
import { aMinute } from '#tests/support/market/a-minute.ts';
import { createTestFigures, countAll } from '#tests/support/test-figures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createReadEquity } from './read-equity.ts';
import { createReadSumsAt } from './read-sums-at.ts';
import { writeLeaves } from '../append/write-leaves.ts';

const start = Date.parse('2026-03-02T20:00:00.000Z');
const now = start + 3 * dayMs;
const clock = { now: () => now };
const feed = 'simulated:1';
let whole: TestDatabase;
let sizes: number[];

/** Two days of signals and minutes with ends over midnight, and an outcome that is voided a day later. */
beforeAll(async () => {
  whole = await createTestDatabase();
  const { db } = whole;
  const simulated = await simulateRecord(db, { count: 300, from: start, everyMs: 9 * minuteMs, feed });
  const lost = simulated.find(({ result }) => result === 'unsuccessful');
  const minutes = Array.from({ length: 60 }, (_, i) => aMinute({ at: start + i * 47 * minuteMs, isWon: i % 3 > 0 }));
  const other = aMinute({ at: start + hourMs, feed: 'deriv', isWon: true });
  const takenBack = {
    kind: 'void',
    signalId: lost?.id ?? '',
    at: new Date(start + 2 * dayMs),
    leaf: { signal: lost?.id ?? '', result: 'void', reason: 'operator', at: new Date(start + 2 * dayMs).toISOString() },
  } as const;
  const rows = await db.select().from(recordLeaves).orderBy(recordLeaves.at, recordLeaves.index);
  const leaves = rows.map(({ kind, signalId, at, leaf }) => ({ kind, signalId, at, leaf: JSON.parse(leaf) }));
  const inOrder = [...leaves, ...minutes.flat(), ...other, takenBack].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  await whole.close();
  whole = await createTestDatabase();
  await whole.db.transaction((tx) => writeLeaves(tx, inOrder));
  await countAll(whole.db);
  const size = inOrder.length;
  sizes = [0, 7, Math.floor(size / 3), Math.floor(size / 2), size - 20, size];
  await whole.db
    .insert(recordCheckpoints)
    .values(
      sizes.map((one) => ({ size: one, root: randomBytes(32), note: 'signed', signedAt: new Date(now - hourMs) })),
    );
}, 60_000);
afterAll(() => whole.close());

const computeEquity = (db: Database) =>
  createReadEquity({
    db,
    countRecord: () => countAll(db),
    readSumsAt: createReadSumsAt({ db, countRecord: () => countAll(db), clock }),
    payout: 0.8,
    feed,
    clock,
  });

/** The record as it was when it had this many leaves. */
async function truncated(size: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const rows = await whole.db.select().from(recordLeaves).orderBy(recordLeaves.index).limit(size);
  if (rows.length > 0) await database.db.insert(recordLeaves).values(rows);
  return database;
}

describe('figures at a size', () => {
  it('equal those of a record that ended there', async () => {
    for (const size of sizes) {
      const then = await truncated(size);
      for (const delay of entryDelays) {
        const figures = await createTestFigures({ db: whole.db, clock })({ size, delay });
        const ended = await createTestFigures({ db: then.db, clock })({ delay });
        expect([size, delay, figures]).toEqual([size, delay, ended.map((one) => ({ ...one, proven: null }))]);
      }
      for (const source of ['signals', 'shadow'] as const)
        expect([size, source, await computeEquity(whole.db)({ source, size })]).toEqual([
          size,
          source,
          await computeEquity(then.db)({ source }),
        ]);
      await then.close();
    }
  }, 60_000);

  it('are recounted for two sizes at a time', async () => {
    const readSumsAt = createReadSumsAt({ db: whole.db, countRecord: () => countAll(whole.db), clock });
    const asked = await Promise.allSettled(sizes.slice(1, 4).map((size) => readSumsAt(feed, size)));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(asked[2]).toMatchObject({ reason: { code: 'rate_limited', retryAfterS: 2 } });
    await expect(readSumsAt(feed, sizes[3] ?? 0)).resolves.toBeDefined();
  });

  it('are refused for a size that was not signed, with those that were', async () => {
    const error = await createTestFigures({ db: whole.db, clock })({ size: 8 }).catch((reason: unknown) => reason);
    const newest = sizes.at(-1);
    const message = `Sizes from 0 to ${newest} were signed.`;
    expect(toErrorBody(error as ApiError, 'en', 'request')).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'size', message, allowed: [`signed 0–${newest}`] }],
    });
  });
});
