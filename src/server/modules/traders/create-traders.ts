import type { Config } from '#server/config.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createCheckUserBalance } from './check-user-balance.ts';
import { createCheckTrader, createCountTraderCheck } from './check/check-trader.ts';
import { createClaimTrader } from './check/claim-trader.ts';
import { createConfirmTrader } from './check/confirm-trader.ts';
import { createContinueCheck } from './check/continue-check.ts';
import { createLinkStates } from './check/link-states.ts';
import { createReadTraderCheck } from './check/read-trader-check.ts';
import { createRecordRegistration } from './check/record-registration.ts';
import { createReleaseTrader } from './check/release-trader.ts';
import { createSaveAnswer } from './check/save-answer.ts';
import { createTraderChecks } from './check/trader-checks.ts';
import { createReadOwnTrades } from './read-own-trades.ts';
import { createReadTraderInfo } from './read-trader-info.ts';
import { createRefreshFigures } from './refresh-figures.ts';
import { createMayReadPrices, createMayUseVip, createRequireSignalAccess } from './require-signal-access.ts';

export interface TradersDependencies {
  readonly config: Pick<Config, 'access' | 'secret' | 'previousSecret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'attempts' | 'enqueueUserEvents' | 'log'> & {
    readonly jobs: Pick<Jobs, 'send' | 'work'>;
  };
  readonly brokerSide: Omit<BrokerSide, 'seedTraders'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'toUserDto' | 'findUser' | 'invalidateUser'>;
  readonly limits: Pick<LimitsApi, 'applyCarriedStop'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

export type TradersUseCases = ReturnType<typeof createTraders>;

/** The use cases of the routes, of other modules and of the background checks. */
export function createTraders(dependencies: TradersDependencies) {
  const { config, platform, accounts, limits, mail } = dependencies;
  const { db, clock, log, jobs, enqueueUserEvents } = platform;
  const { broker, brokerLinks, tradeList, hasPlayMoney, postbackKey } = dependencies.brokerSide;
  const { toUserDto, findUser, invalidateUser } = accounts;
  const rules = config.access;
  const { queueMail } = mail;
  const saveAnswer = createSaveAnswer({ db, enqueueUserEvents, invalidateUser, rules });
  const checks = createTraderChecks({ jobs, clock });
  const confirmTrader = createConfirmTrader({
    db,
    saveAnswer,
    checks,
    queueMail,
    applyCarriedStop: limits.applyCarriedStop,
    invalidateUser,
    rules,
    hasPlayMoney,
    clock,
  });
  const continueCheck = createContinueCheck({ db, broker, saveAnswer, confirmTrader, checks, queueMail, rules, clock });
  const countCheck = createCountTraderCheck(platform.attempts);
  const linkStates = createLinkStates({ secrets: config, clock });
  return {
    own: {
      accounts,
      brokerLinks,
      linkStates,
      readTraderInfo: createReadTraderInfo({ db, broker, saveAnswer, countCheck, rules, clock }),
      claimTrader: createClaimTrader({ db, broker, confirmTrader, checks, countCheck, clock }),
      checkTrader: createCheckTrader({ db, checks, continueCheck, countCheck }),
      readTraderCheck: createReadTraderCheck({ db, toUserDto, rules, clock }),
      readOwnTrades: createReadOwnTrades({ tradeList, clock }),
      /** By the broker, with the state that the link of a user carried. */
      recordRegistration: createRecordRegistration({ db, linkStates, postbackKey, invalidateUser }),
    },
    administration: {
      accounts,
      releaseTrader: createReleaseTrader({ db, clock, queueMail, invalidateUser }),
      checkUserBalance: createCheckUserBalance({ db, findUser, broker, saveAnswer, clock }),
    },
    continueCheck,
    refreshFigures: createRefreshFigures({ db, broker, saveAnswer, clock }),
    api: {
      requireSignalAccess: createRequireSignalAccess({ broker, saveAnswer, rules, clock, log }),
      mayReadPrices: createMayReadPrices({ rules, clock }),
      mayUseVip: createMayUseVip({ rules, clock }),
    },
  };
}
