import { beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { traderDays } from '#server/database/tables/trader-tables.ts';
import { sumMoney } from '#server/modules/campaigns/module.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { upsertTraderDay } from './traders.repository.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let userId = '';
const createdAt = new Date('2026-01-10T12:00:00Z');
const newAccount = new Date('2026-01-01');
const oldAccount = new Date('2025-01-01');

beforeAll(async () => {
  userId = await aUser(database.db, { createdAt });
});
beforeEach(() => database.db.delete(traderDays));

const getDay = (
  day: string,
  netTurnover: number,
  commission: number | null,
  registeredAt: Date | null = newAccount,
) => ({
  userId,
  traderId: '7',
  day: `2026-01-${day}`,
  netTurnover,
  commission,
  registeredAt,
});
const report = (...days: Parameters<typeof getDay>) =>
  inTransaction(database.db, ({ tx }) => upsertTraderDay(tx, getDay(...days)));
const earned = async (from: string, to: string) => {
  const period = { from: `2026-01-${from}`, to: `2026-01-${to}`, internalEmails: [] };
  const { turnover, commission } = (await sumMoney(database.db, period)).total;
  return [turnover, commission];
};
const stored = async () =>
  (await database.db.select().from(traderDays).orderBy(traderDays.day)).map((row) => [
    row.turnoverBefore,
    row.commissionBefore,
  ]);

it('stores where the gain of a day begins when the day is written and each time it is rewritten', async () => {
  await report('10', 100, 2);
  await report('10', 150, 3);
  await report('12', 150, null);
  await report('12', 180, null);
  await report('13', 200, 5);
  expect(await stored()).toEqual([
    [0, 0],
    [150, 3],
    [180, 3],
  ]);
  expect(await earned('10', '10')).toEqual([150, 3]);
  expect(await earned('11', '13')).toEqual([50, 2]);
});

it('counts nothing of what an older account had earned before its first report', async () => {
  await report('10', 9_000, 90, oldAccount);
  await report('10', 9_100, 91, oldAccount);
  await report('11', 9_150, 92, oldAccount);
  expect(await earned('10', '10')).toEqual([0, 0]);
  expect(await earned('11', '11')).toEqual([50, 1]);
});
