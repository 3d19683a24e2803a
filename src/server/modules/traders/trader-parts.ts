import { hourMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createLinkStates } from './check/link-states.ts';
import { createSaveAnswer } from './check/save-answer.ts';
import { createTraderChecks } from './check/trader-checks.ts';

export interface TradersDependencies {
  readonly config: Pick<Config, 'access' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'attempts' | 'enqueueUserEvents' | 'log'> & {
    readonly jobs: Pick<Jobs, 'send' | 'work'>;
  };
  readonly brokerSide: Omit<BrokerSide, 'seedTraders'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'toUserDto' | 'findUser' | 'invalidateUser'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** Broker queries of a user: enough for normal use, too few to probe other traders' ids. */
const checkLimit = { max: 10, windowMs: hourMs };

export type TraderParts = ReturnType<typeof createTraderParts>;

/** What the use cases of traders are composed of: each takes from it what it needs. */
export function createTraderParts({ config, platform, brokerSide, accounts, mail }: TradersDependencies) {
  const { db, clock, log, jobs, attempts, enqueueUserEvents } = platform;
  const { broker } = brokerSide;
  const { invalidateUser } = accounts;
  const rules = config.access;
  return {
    db,
    clock,
    log,
    broker,
    rules,
    invalidateUser,
    queueMail: mail.queueMail,
    saveAnswer: createSaveAnswer({ db, enqueueUserEvents, invalidateUser, rules }),
    checks: createTraderChecks({ jobs, clock }),
    countCheck: (userId: string): Promise<void> => attempts.take('trader-check', userId, checkLimit),
    linkStates: createLinkStates({ secret: config.secret, clock }),
  };
}
