import { beforeAll, beforeEach, expect, it } from 'vitest';
import { traderDays } from '#server/database/tables/trader-tables.ts';
import { createTestTraders } from '#tests/support/test-traders.ts';
import { dayMs } from '#domain/time.ts';
import { refreshFigures } from './refresh-figures.ts';
import type { TradersContext } from './traders-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let refresh: (after: string | null) => ReturnType<typeof refreshFigures>;
let ctx: TradersContext;
let isStopping = false;
beforeAll(async () => {
  ctx = { ...test.ctx, enqueueUserEvents: async () => undefined };
  refresh = (after) => refreshFigures(ctx, after, () => isStopping);
  for (let n = 0; n < 125; n++) await test.person({ referralId: String(7_000_000 + n) });
  await test.person();
});
beforeEach(() => {
  test.fake.mode = 'normal';
});

const days = () => test.database.db.select().from(traderDays);

it('requests every confirmed trader once a day, two at a time and without a pause', async () => {
  const first = await refresh(null);
  expect(first).toMatchObject({ inMs: 0 });
  expect(await days()).toHaveLength(100);
  expect(await refresh(first?.after ?? null)).toBeNull();
  expect(await days()).toHaveLength(125);
  expect(test.fake.open.max).toBeLessThanOrEqual(2);
  const requested = test.fake.requested.length;
  expect(await refresh(null)).toBeNull();
  expect(test.fake.requested).toHaveLength(requested);
});

it('restarts its batch when the broker returns a retry delay, and requests no trader twice', async () => {
  test.time.advance(dayMs);
  test.fake.mode = '429';
  test.fake.retryAfter = '30';
  expect(await refresh(null)).toEqual({ after: null, inMs: 30_000 });
  expect(await days()).toHaveLength(125);
  test.time.advance(30_000);
  test.fake.mode = 'normal';
  const requested = test.fake.requested.length;
  const next = await refresh(null);
  await refresh(next?.after ?? null);
  expect(await days()).toHaveLength(250);
  expect(test.fake.requested).toHaveLength(requested + 125);
});

it('goes on behind a trader whose answer cannot be saved', async () => {
  test.time.advance(dayMs);
  const before = (await days()).length;
  let saved = 0;
  const enqueueUserEvents = async (): Promise<void> => {
    if (++saved === 3) throw new Error('a row that no table accepts');
  };
  await refreshFigures({ ...ctx, enqueueUserEvents }, null, () => false);
  expect([saved, (await days()).length - before]).toEqual([100, 99]);
});
