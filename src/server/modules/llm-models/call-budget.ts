import { dayMs, hourMs, secondMs } from '#domain/time.ts';
import type { LlmConfig } from '#server/config/llm.ts';
import type { Platform } from '#server/start/platform.ts';
import type { LlmUse } from './llm-models.api.ts';

/** How often the services may be called, by all processes together: every question is paid for. */
export type CallBudget = ReturnType<typeof createCallBudget>;

interface SpentBudget {
  /** `own_budget_spent`: this user's; the others may go on. */
  readonly reason: 'own_budget_spent' | 'budget_spent';
  readonly retryAfterS: number;
}

interface CallBudgetDependencies extends Pick<Platform, 'clock' | 'attempts'> {
  /** 0: no limit. */
  readonly limits: Pick<LlmConfig, 'callsPerHour' | 'callsPerDay' | 'costPerDay'>;
  /** Dollars of the answers since then. */
  readonly readCostSince: (since: Date) => Promise<number>;
}

/** A request asks about three pairs, so ten of them; shared answers are free. */
export const callsOfUserPerHour = 30;

const everybody = 'all';

/** Hours and days of calls begin with their first call, a day of dollars at midnight UTC. */
export const createCallBudget = ({ limits, attempts, readCostSince, clock }: CallBudgetDependencies) => {
  const { callsPerHour, callsPerDay, costPerDay } = limits;
  const startOfDay = (): number => clock.now() - (clock.now() % dayMs);
  const readCost = (): Promise<number> => readCostSince(new Date(startOfDay()));

  const listBudgets = (userId: string) =>
    [
      { what: 'llm_calls_of_user', who: userId, max: callsOfUserPerHour, windowMs: hourMs, reason: 'own_budget_spent' },
      { what: 'llm_calls', who: everybody, max: callsPerHour, windowMs: hourMs, reason: 'budget_spent' },
      { what: 'llm_calls_of_day', who: everybody, max: callsPerDay, windowMs: dayMs, reason: 'budget_spent' },
    ] as const;

  return {
    /** Takes one call for this user. Null: it may be made. */
    take: async (userId: string): Promise<SpentBudget | null> => {
      if (costPerDay > 0 && (await readCost()) >= costPerDay)
        return { reason: 'budget_spent', retryAfterS: Math.ceil((startOfDay() + dayMs - clock.now()) / secondMs) };
      const budgets = listBudgets(userId);
      for (const [index, { what, who, max, windowMs, reason }] of budgets.entries()) {
        const made = await attempts.add(what, who, windowMs);
        if (max === 0 || made <= max) continue;
        // A call that is not made uses up nothing.
        for (const taken of budgets.slice(0, index + 1)) await attempts.withdraw(taken.what, taken.who);
        return { reason, retryAfterS: await attempts.secondsLeft(what, who, { max, windowMs }) };
      }
      return null;
    },
    readUse: async (): Promise<LlmUse> => {
      const [callsOfHour, callsOfDay, costOfDayUsd] = await Promise.all([
        attempts.count('llm_calls', everybody),
        attempts.count('llm_calls_of_day', everybody),
        readCost(),
      ]);
      return {
        callsOfHour,
        callsPerHour: callsPerHour || null,
        callsOfDay,
        callsPerDay: callsPerDay || null,
        costOfDayUsd,
        costPerDayUsd: costPerDay || null,
        callsOfUserPerHour,
      };
    },
  };
};
