import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import { adminTradersRoutes } from './admin-traders.routes.ts';
import { createCheckTrader, createCountTraderCheck } from './check/check-trader.ts';
import { createCheckUserBalance } from './check-user-balance.ts';
import { createClaimTrader } from './check/claim-trader.ts';
import { createConfirmTrader } from './check/confirm-trader.ts';
import { createContinueCheck } from './check/continue-check.ts';
import { createDetermineGains } from './determine-gains.ts';
import { createFindBrokerTrader } from './check/find-broker-trader.ts';
import { createLinkStates } from './check/link-states.ts';
import { createNotifyClaimant } from './check/notify-claimant.ts';
import { createReadOwnTrades } from './read-own-trades.ts';
import { createReadTraderCheck } from './check/read-trader-check.ts';
import { createReadTraderInfo } from './read-trader-info.ts';
import { createRecordRegistration } from './check/record-registration.ts';
import { createRefreshFigures } from './refresh-figures.ts';
import { createReleaseClaim } from './check/release-claim.ts';
import { createReleaseTrader } from './check/release-trader.ts';
import { createMayReadPrices, createMayUseVip, createRequireSignalAccess } from './require-signal-access.ts';
import { createSaveAnswer } from './check/save-answer.ts';
import { checkQueue, createTraderChecks } from './check/trader-checks.ts';
import { createTraderJobs } from './check/trader-jobs.ts';
import type { TradersApi } from './traders.api.ts';
import { markPlayMoney } from './traders.repository.ts';
import { tradersRoutes } from './traders.routes.ts';

interface TradersModuleDependencies {
  readonly config: Pick<Config, 'access' | 'secret' | 'previousSecret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'attempts' | 'enqueueUserEvents' | 'log'> & {
    readonly jobs: Pick<Jobs, 'send' | 'work'>;
  };
  readonly brokerSide: Omit<BrokerSide, 'seedTraders'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'toUserDto' | 'findUser' | 'invalidateUser'>;
  readonly limits: Pick<LimitsApi, 'applyCarriedStop'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** The broker side: trader claims and access to signals. */
export function createTradersModule(dependencies: TradersModuleDependencies): ServerModule<TradersApi> {
  const { config, platform, limits, mail } = dependencies;
  const { db, clock, log, jobs, enqueueUserEvents } = platform;
  const { broker, brokerLinks, sandbox, tradeList, hasPlayMoney, postbackKey } = dependencies.brokerSide;
  const { signedIn, adminOnly, toUserDto, findUser, invalidateUser } = dependencies.accounts;
  const rules = config.access;
  const common = { db, clock, broker, rules, invalidateUser };
  const saveAnswer = createSaveAnswer({ ...common, enqueueUserEvents });
  const checks = createTraderChecks({ jobs, clock });
  const notifyClaimant = createNotifyClaimant(mail.queueMail);
  const releaseClaim = createReleaseClaim(notifyClaimant);
  const { applyCarriedStop } = limits;
  const confirming = { saveAnswer, checks, releaseClaim, applyCarriedStop, hasPlayMoney };
  const confirmTrader = createConfirmTrader({ ...common, ...confirming });
  const continueCheck = createContinueCheck({ ...common, saveAnswer, confirmTrader, checks, notifyClaimant });
  const countCheck = createCountTraderCheck(platform.attempts);
  const checkNeeds = { ...common, findBrokerTrader: createFindBrokerTrader(broker), countCheck };
  const refreshFigures = createRefreshFigures({ ...common, saveAnswer });
  const linkStates = createLinkStates({ secrets: config, clock });
  const { after } = platform.scheduler;
  const traderJobs = createTraderJobs({ db, jobs, continueCheck, refreshFigures, after, log });

  return {
    routes: [
      tradersRoutes({
        signedIn,
        toUserDto,
        readTraderInfo: createReadTraderInfo({ ...checkNeeds, saveAnswer }),
        claimTrader: createClaimTrader({ ...checkNeeds, confirmTrader, checks }),
        checkTrader: createCheckTrader({ ...checkNeeds, checks, continueCheck }),
        readTraderCheck: createReadTraderCheck({ ...common, toUserDto }),
        readOwnTrades: createReadOwnTrades({ tradeList, clock }),
        brokerLinks,
        linkStates,
        recordRegistration: createRecordRegistration({ ...common, linkStates, postbackKey }),
      }),
      adminTradersRoutes({
        adminOnly,
        releaseTrader: createReleaseTrader({ ...common, releaseClaim, notifyClaimant }),
        checkUserBalance: createCheckUserBalance({ ...checkNeeds, saveAnswer, findUser }),
      }),
    ],
    api: {
      requireSignalAccess: createRequireSignalAccess({ ...common, saveAnswer, log }),
      mayReadPrices: createMayReadPrices({ rules, clock }),
      mayUseVip: createMayUseVip({ rules, clock }),
    },
    components: [
      {
        name: 'broker',
        duty: 'work',
        phase: 'with jobs',
        start: async () => {
          if (hasPlayMoney) await markPlayMoney(db);
          await sandbox.start();
          await traderJobs.start();
        },
        stop: async () => {
          await traderJobs.stop();
          await sandbox.stop();
        },
      },
      { name: 'trader gains', duty: 'lead', phase: 'with jobs', ...createDetermineGains({ db, after, log }) },
    ],
    queues: [checkQueue],
    readiness: [{ name: 'broker', check: async () => (broker.state() === 'ok' ? 'ok' : 'degraded') }],
  };
}
