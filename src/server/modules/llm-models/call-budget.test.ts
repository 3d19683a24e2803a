import { describe, expect, it } from 'vitest';
import type { LlmConfig } from '#server/config/llm.ts';
import { llmAnswers } from '#server/database/tables/model-tables.ts';
import { aFakeLlm, stating, unlimited } from '#tests/support/market/llm-bench.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { callsOfUserPerHour, readUse, takeCall } from './call-budget.ts';
import { openLlmModels } from './llm-models-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);

const time = { now: Date.parse('2026-03-02T09:30:00.000Z') };
const clock = { now: () => time.now };
/** In a process of its own. */
function aBudget(limits: Partial<LlmConfig> = {}) {
  const nobody = aFakeLlm(async () => stating(0.5));
  const llms = { chatgpt_4o: nobody, 'indicators_chatgpt_3.5': nobody };
  const platform = testPlatform(database, { clock });
  const ctx = openLlmModels({ ...platform, record: nothingRecorded, llms, llm: { ...unlimited, ...limits } });
  return { take: (userId: string) => takeCall(ctx, userId), readUse: () => readUse(ctx) };
}
const spend = async (costUsd: number) => {
  await database.db.insert(llmAnswers).values({
    feed: 'simulated:1',
    model: 'chatgpt_4o',
    symbol: 'EURUSD',
    duration: 5,
    minute: new Date(time.now),
    version: 'gpt-4o q1',
    pUp: 0.5,
    reasons: ['calm'],
    costUsd,
    answeredAt: new Date(time.now),
  });
};
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
    await spend(1.4);
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
    const midnight = Date.parse('2026-03-08T00:00:00.000Z');
    time.now = midnight - 7_000;
    await spend(1.5);
    expect(await budget.take(newUser())).toEqual({ reason: 'budget_spent', retryAfterS: 7 });
  });
});
