import { dayMs, hourMs, secondMs } from '#domain/time.ts';
import type { LlmUse } from './llm-models.api.ts';
import { sumCostSince } from './llm-answers.repository.ts';
import type { LlmModelsContext } from './llm-models-context.ts';

// How often the services may be called, by all processes together: every question is paid for.

interface SpentBudget {
  /** `own_budget_spent`: this user's; the others may go on. */
  readonly reason: 'own_budget_spent' | 'budget_spent';
  readonly retryAfterS: number;
}

/** A request asks about three pairs, so ten of them; shared answers are free. */
export const callsOfUserPerHour = 30;

const everybody = 'all';

/** Takes one call for this user. Null: it may be made. */
export async function takeCall(ctx: LlmModelsContext, userId: string): Promise<SpentBudget | null> {
  const { attempts, clock } = ctx;
  const { costPerDay } = ctx.llm;
  if (costPerDay > 0 && (await readCostOfDay(ctx)) >= costPerDay)
    return { reason: 'budget_spent', retryAfterS: Math.ceil((startOfDay(ctx) + dayMs - clock.now()) / secondMs) };
  const budgets = listBudgets(ctx, userId);
  for (const [index, { what, who, max, windowMs, reason }] of budgets.entries()) {
    const made = await attempts.add(what, who, windowMs);
    if (max === 0 || made <= max) continue;
    // A call that is not made uses up nothing.
    for (const taken of budgets.slice(0, index + 1)) await attempts.withdraw(taken.what, taken.who);
    return { reason, retryAfterS: await attempts.secondsLeft(what, who, { max, windowMs }) };
  }
  return null;
}

/** Hours and days of calls begin with their first call, a day of dollars at midnight UTC. */
const listBudgets = ({ llm: { callsPerHour, callsPerDay } }: LlmModelsContext, userId: string) =>
  [
    { what: 'llm_calls_of_user', who: userId, max: callsOfUserPerHour, windowMs: hourMs, reason: 'own_budget_spent' },
    { what: 'llm_calls', who: everybody, max: callsPerHour, windowMs: hourMs, reason: 'budget_spent' },
    { what: 'llm_calls_of_day', who: everybody, max: callsPerDay, windowMs: dayMs, reason: 'budget_spent' },
  ] as const;

export async function readUse(ctx: LlmModelsContext): Promise<LlmUse> {
  const { attempts, llm } = ctx;
  const [callsOfHour, callsOfDay, costOfDayUsd] = await Promise.all([
    attempts.count('llm_calls', everybody),
    attempts.count('llm_calls_of_day', everybody),
    readCostOfDay(ctx),
  ]);
  return {
    callsOfHour,
    callsPerHour: llm.callsPerHour || null,
    callsOfDay,
    callsPerDay: llm.callsPerDay || null,
    costOfDayUsd,
    costPerDayUsd: llm.costPerDay || null,
    callsOfUserPerHour,
  };
}

const readCostOfDay = (ctx: LlmModelsContext): Promise<number> => sumCostSince(ctx.db, new Date(startOfDay(ctx)));

const startOfDay = ({ clock }: LlmModelsContext): number => clock.now() - (clock.now() % dayMs);
