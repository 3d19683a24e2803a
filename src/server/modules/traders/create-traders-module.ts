import { hourMs, minuteMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { adminTradersRoutes } from './admin-traders.routes.ts';
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
import { type CheckJob, checkQueue, createTraderChecks } from './check/trader-checks.ts';
import { createReadOwnTrades } from './read-own-trades.ts';
import { createReadTraderInfo } from './read-trader-info.ts';
import { createRefreshFigures, type RefreshFigures } from './refresh-figures.ts';
import { createMayReadPrices, createMayUseVip, createRequireSignalAccess } from './require-signal-access.ts';
import type { TradersApi } from './traders.api.ts';
import { determineMissingBeginnings, findCheck, markPlayMoney } from './traders.repository.ts';
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
  const refreshFigures = createRefreshFigures({ db, broker, saveAnswer, clock });
  const linkStates = createLinkStates({ secrets: config, clock });
  const refreshing = refreshRegularly(platform, refreshFigures);
  const gains = createDetermineGains(platform);

  return {
    routes: [
      tradersRoutes({
        signedIn,
        toUserDto,
        readTraderInfo: createReadTraderInfo({ db, broker, saveAnswer, countCheck, rules, clock }),
        claimTrader: createClaimTrader({ db, broker, confirmTrader, checks, countCheck, clock }),
        checkTrader: createCheckTrader({ db, checks, continueCheck, countCheck }),
        readTraderCheck: createReadTraderCheck({ db, toUserDto, rules, clock }),
        readOwnTrades: createReadOwnTrades({ tradeList, clock }),
        brokerLinks,
        linkStates,
        recordRegistration: createRecordRegistration({ db, linkStates, postbackKey, invalidateUser }),
      }),
      adminTradersRoutes({
        adminOnly,
        releaseTrader: createReleaseTrader({ db, clock, queueMail, invalidateUser }),
        checkUserBalance: createCheckUserBalance({ db, findUser, broker, saveAnswer, clock }),
      }),
    ],
    api: {
      requireSignalAccess: createRequireSignalAccess({ broker, saveAnswer, rules, clock, log }),
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
          // Checks whose user may have left.
          await jobs.work<CheckJob>(checkQueue, async ({ checkId, attempts }) => {
            const check = await findCheck(db, checkId);
            if (check?.nextAt && check.attempts === attempts) await continueCheck(check, { byItself: true });
          });
          refreshing.start();
        },
        stop: async () => {
          await refreshing.stop();
          await sandbox.stop();
        },
      },
      { name: 'trader gains', duty: 'lead', phase: 'with jobs', start: gains.start, stop: gains.stop },
    ],
    queues: [checkQueue],
    readiness: [{ name: 'broker', check: async () => (broker.state() === 'ok' ? 'ok' : 'degraded') }],
  };
}

const maxDays = 1_000;
/** Pause between two batches, so that the database serves others meanwhile. */
const pauseMs = 100;

/**
 * Stores where the gains of trader days begin that a release without this column wrote: in batches
 * after the start, then hourly, because that release may still be running.
 */
export const createDetermineGains = ({ db, scheduler, log }: Pick<Platform, 'db' | 'scheduler' | 'log'>): Repeating =>
  repeat({
    firstAfterMs: minuteMs,
    everyMs: hourMs,
    task: async () => ((await determineMissingBeginnings(db, maxDays)) < maxDays ? hourMs : pauseMs),
    onError: (error) => log.error({ err: error }, 'determining gains of trader days failed; retrying in an hour'),
    after: scheduler.after,
  });

/** The first round runs after startup, the next ones hourly. */
const firstRoundMs = minuteMs;
const nextRoundMs = hourMs;

/** The daily figures of every confirmed trader. */
function refreshRegularly(
  { scheduler, log }: Pick<Platform, 'scheduler' | 'log'>,
  refreshFigures: RefreshFigures,
): Repeating {
  /** Where the next batch begins; null: a new round. */
  let from: string | null = null;
  return repeat({
    firstAfterMs: firstRoundMs,
    everyMs: nextRoundMs,
    task: async (stopping) => {
      const next = await refreshFigures(from, () => stopping.aborted);
      from = next?.after ?? null;
      return next?.inMs;
    },
    onError: (error) => {
      from = null;
      log.error({ err: error }, 'refreshing trader figures failed; retrying');
    },
    after: scheduler.after,
  });
}
