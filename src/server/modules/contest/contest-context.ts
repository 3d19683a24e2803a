import { randomInt } from 'node:crypto';
import { type ContestPeriod, contestPeriod } from '#domain/contest/contest-period.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import { listStandings, type Standing } from './contest.repository.ts';

export interface ContestDependencies {
  readonly config: Pick<Config, 'contest' | 'publicUrl'>;
  readonly platform: Pick<Platform, 'db' | 'clock'>;
  readonly accounts: Pick<
    AccountsApi,
    'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'whoActs' | 'isNamedAdmin' | 'isInternal'
  >;
  readonly mail: Pick<MailApi, 'queueMail'>;
  /** At least 0, less than `max`; absent: of the operating system. */
  readonly randomInt?: (max: number) => number;
}

export type ContestContext = ReturnType<typeof createContestContext>;

/** Counting reads every signal of every participant. */
const topCachedMs = 5 * minuteMs;

/** What the use cases of the contest work with. */
export function createContestContext(dependencies: ContestDependencies) {
  const { config, platform, accounts, mail } = dependencies;
  const { db, clock } = platform;

  /** Throws while the operator runs no contest. */
  const getPeriod = (): ContestPeriod => {
    if (!config.contest) throw apiError('contest_off');
    return contestPeriod(config.contest.days, config.contest.timezone, clock.now());
  };
  /** Administrators and internal accounts cannot join, are not ranked, and are not drawn. */
  const isTeamMember = ({ email, role }: Pick<Standing, 'email' | 'role'>): boolean =>
    role === 'admin' || accounts.isInternal(email) || accounts.isNamedAdmin(email);
  const listUsers = async (tx: Executor, minSignals: number): Promise<Standing[]> =>
    (await listStandings(tx, getPeriod(), minSignals)).filter((one) => !isTeamMember(one));

  return {
    ...platform,
    accounts,
    publicUrl: config.publicUrl,
    queueMail: mail.queueMail,
    randomInt: dependencies.randomInt ?? ((max: number) => randomInt(max)),
    settings: config.contest,
    getPeriod,
    isTeamMember,
    /** Participants with all required signals. */
    listEligible: (tx: Executor): Promise<Standing[]> => listUsers(tx, contestRules.signals),
    listFrequent: cacheAnswer({ clock, ms: topCachedMs, read: () => listUsers(db, minOutcomesForRate) }),
  };
}
