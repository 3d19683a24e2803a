import { randomInt } from 'node:crypto';
import { type ContestPeriod, contestPeriod, contestRules } from '#domain/contest/contest-rules.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import type { Executor } from '#server/database/connection.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { listStandings, type Standing } from './contest.repository.ts';

/** Counting reads every signal of every participant. */
const topCachedMs = 5 * minuteMs;

interface Given extends Platform {
  readonly accounts: AccountsApi;
  readonly mail: MailApi;
  /** At least 0, less than `max`; absent: of the operating system. */
  readonly randomInt?: (max: number) => number;
}

export function openContest(given: Given) {
  /** Participants with enough outcomes for a rate, as a few minutes ago. */
  const listFrequent: () => Promise<Standing[]> = cacheAnswer({
    clock: given.clock,
    ms: topCachedMs,
    read: () => listParticipants(ctx, ctx.db, minOutcomesForRate),
  });
  const ctx = { randomInt: (max: number) => randomInt(max), ...given, listFrequent };
  return ctx;
}
export type ContestContext = ReturnType<typeof openContest>;

/** Throws while the operator runs no contest. */
export function getPeriod({ config: { contest }, clock }: ContestContext): ContestPeriod {
  if (!contest) throw apiError('contest_off');
  return contestPeriod(contest.days, contest.timezone, clock.now());
}

/** Administrators and internal accounts cannot join, are not ranked, and are not drawn. */
export const isTeamMember = (
  { accounts }: ContestContext,
  { email, role }: { readonly email: string; readonly role: Standing['role'] },
): boolean => role === 'admin' || accounts.isInternal(email) || accounts.isNamedAdmin(email);

const listParticipants = async (ctx: ContestContext, tx: Executor, minSignals: number): Promise<Standing[]> =>
  (await listStandings(tx, getPeriod(ctx), minSignals)).filter((one) => !isTeamMember(ctx, one));

/** Participants with all required signals. */
export const listEligible = (ctx: ContestContext, tx: Executor): Promise<Standing[]> =>
  listParticipants(ctx, tx, contestRules.signals);
