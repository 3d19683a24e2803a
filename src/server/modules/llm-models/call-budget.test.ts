import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttempts } from '#server/database/attempts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { callsOfUserPerHour, createCallBudget } from './call-budget.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const time = { now: Date.parse('2026-03-02T09:30:00.000Z') };
const clock = { now: () => time.now };
const unlimited = { callsPerHour: 0, callsPerDay: 0, costPerDay: 0 };
let spent = 0;
const aBudget = (limits: Partial<typeof unlimited> = {}) =>
  createCallBudget({
    limits: { ...unlimited, ...limits },
    attempts: createAttempts(database.db, clock, { secret: 'a secret' }),
    readCostSince: async () => spent,
    clock,
  });
const nextHour = (): void => void (time.now += 3_600_000);
let users = 0;
const newUser = (): string => `user ${++users}`;

describe('the call budget', () => {
  it('of an hour counts the calls of all processes, and returns the seconds until an hour after the first', async () => {
    const [here, there] = [aBudget({ callsPerHour: 2 }), aBudget({ callsPerHour: 2 })];
    expect([await here.take(newUser()), await there.take(newUser())]).toEqual([null, null]);
    time.now += 600_000;
    const refused = { reason: 'budget_spent', retryAfterS: 3_000 };
    expect([await here.take(newUser()), await there.take(newUser())]).toEqual([refused, refused]);
    time.now += 3_000_000;
    expect(await there.take(newUser())).toBeNull();
  });

  it('of one user leaves the shared one to the others', async () => {
    nextHour();
    const budget = aBudget({ callsPerHour: callsOfUserPerHour + 1 });
    const greedy = newUser();
    for (let call = 0; call < callsOfUserPerHour; call++) expect(await budget.take(greedy)).toBeNull();
    const refused = { reason: 'own_budget_spent', retryAfterS: 3_600 };
    for (let call = 0; call < 5; call++) expect(await budget.take(greedy)).toEqual(refused);
    expect(await budget.take(newUser())).toBeNull();
    expect(await budget.take(newUser())).toMatchObject({ reason: 'budget_spent' });
  });

  it('of a day limits calls and dollars, and is reported with what was used', async () => {
    time.now = Date.parse('2026-03-05T23:00:00.000Z');
    const budget = aBudget({ callsPerDay: 2, costPerDay: 1.5 });
    spent = 1.4;
    expect([await budget.take(newUser()), await budget.take(newUser())]).toEqual([null, null]);
    expect(await budget.take(newUser())).toEqual({ reason: 'budget_spent', retryAfterS: 86_400 });
    expect(await budget.readUse()).toEqual({
      callsOfHour: 2,
      callsPerHour: null,
      callsOfDay: 2,
      callsPerDay: 2,
      costOfDayUsd: 1.4,
      costPerDayUsd: 1.5,
      callsOfUserPerHour,
    });
    time.now += 90_000_000;
    spent = 1.5;
    const midnight = Date.parse('2026-03-08T00:00:00.000Z');
    time.now = midnight - 7_000;
    expect(await budget.take(newUser())).toEqual({ reason: 'budget_spent', retryAfterS: 7 });
    spent = 0;
  });
});
