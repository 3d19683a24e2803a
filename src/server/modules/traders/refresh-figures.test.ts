import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { traderDays } from '#server/database/tables/trader-tables.ts';
import { createTestTraders, type TestTraders } from '#tests/support/test-traders.ts';
import { dayMs } from '#domain/time.ts';
import { createSaveAnswer } from './check/save-answer.ts';
import { createRefreshFigures, type RefreshFigures } from './refresh-figures.ts';

let test: TestTraders;
let refreshFigures: (after: string | null) => ReturnType<RefreshFigures>;
let isStopping = false;
beforeAll(async () => {
  test = await createTestTraders();
  const { database, broker, time, rules } = test;
  const enqueueUserEvents = async () => undefined;
  const saveAnswer = createSaveAnswer({ db: database.db, enqueueUserEvents, invalidateUser: () => undefined, rules });
  const refresh = createRefreshFigures({ db: database.db, broker, saveAnswer, clock: time.clock });
  refreshFigures = (after) => refresh(after, () => isStopping);
  for (let n = 0; n < 125; n++) await test.person({ referralId: String(7_000_000 + n) });
  await test.person();
});
afterAll(() => test.close());
beforeEach(() => {
  test.fake.mode = 'normal';
});

const days = () => test.database.db.select().from(traderDays);

it('requests every confirmed trader once a day, two at a time and without a pause', async () => {
  const first = await refreshFigures(null);
  expect(first).toMatchObject({ inMs: 0 });
  expect(await days()).toHaveLength(100);
  expect(await refreshFigures(first?.after ?? null)).toBeNull();
  expect(await days()).toHaveLength(125);
  expect(test.fake.open.max).toBeLessThanOrEqual(2);
  const requested = test.fake.requested.length;
  expect(await refreshFigures(null)).toBeNull();
  expect(test.fake.requested).toHaveLength(requested);
});

it('restarts its batch when the broker returns a retry delay, and requests no trader twice', async () => {
  test.time.advance(dayMs);
  test.fake.mode = '429';
  test.fake.retryAfter = '30';
  expect(await refreshFigures(null)).toEqual({ after: null, inMs: 30_000 });
  expect(await days()).toHaveLength(125);
  test.time.advance(30_000);
  test.fake.mode = 'normal';
  const requested = test.fake.requested.length;
  const next = await refreshFigures(null);
  await refreshFigures(next?.after ?? null);
  expect(await days()).toHaveLength(250);
  expect(test.fake.requested).toHaveLength(requested + 125);
});
