import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttempts } from '#server/database/attempts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createCallBudget } from './call-budget.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const time = { now: Date.parse('2026-03-02T09:30:00.000Z') };
const aBudget = (callsPerHour: number) =>
  createCallBudget(callsPerHour, createAttempts({ db: database.db, clock: { now: () => time.now } }));

describe('hourly call budget', () => {
  it('counts the calls of all processes, and returns the seconds until an hour after the first', async () => {
    const [here, there] = [aBudget(2), aBudget(2)];
    expect([await here.take(), await there.take()]).toEqual([null, null]);
    time.now += 600_000;
    expect([await here.take(), await there.take()]).toEqual([3_000, 3_000]);
    time.now += 3_000_000;
    expect(await there.take()).toBeNull();
  });

  it('has no limit at zero', async () => {
    const budget = aBudget(0);
    for (let call = 0; call < 100; call++) expect(await budget.take()).toBeNull();
  });
});
