import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Guard, ToUserDto } from '#server/modules/accounts/accounts.api.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import type { CarriedStops } from '#server/modules/limits/limits.api.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../database/attempts.ts';
import type { Database } from '../database/connection.ts';
import { findUser } from '../modules/accounts/accounts.repository.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import { campaignsModule } from '../modules/campaigns/campaigns.routes.ts';
import { createReportCampaigns } from '../modules/campaigns/report-campaigns.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { QueueMail } from '../modules/mail/mail.api.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { createFindBrokerTrader } from '../modules/traders/find-broker-trader.ts';
import { adminTradersModule } from '../modules/traders/admin-traders.routes.ts';
import { createCheckUserBalance } from '../modules/traders/check-user-balance.ts';
import { createCheckTrader } from '../modules/traders/check-trader.ts';
import { createClaimTrader } from '../modules/traders/claim-trader.ts';
import { createConfirmTrader } from '../modules/traders/confirm-trader.ts';
import { createContinueCheck } from '../modules/traders/continue-check.ts';
import { createCountTraderCheck } from '../modules/traders/count-trader-check.ts';
import { createSaveAnswer } from '../modules/traders/save-answer.ts';
import { createReadTraderCheck } from '../modules/traders/read-trader-check.ts';
import { createReadTraderInfo } from '../modules/traders/read-trader-info.ts';
import { createRefreshFigures } from '../modules/traders/refresh-figures.ts';
import { createReleaseClaim } from '../modules/traders/release-claim.ts';
import { createReleaseTrader } from '../modules/traders/release-trader.ts';
import { createRequireSignalAccess } from '../modules/traders/require-signal-access.ts';
import { createNotifyClaimant } from '../modules/traders/notify-claimant.ts';
import { createTraderChecks } from '../modules/traders/trader-checks.ts';
import { createTraderJobs } from '../modules/traders/trader-jobs.ts';
import { tradersModule } from '../modules/traders/traders.routes.ts';
import type { ChosenBroker } from './choose-broker.ts';

export interface Traders {
  readonly modules: readonly FastifyPluginAsyncZod[];
  readonly requireSignalAccess: RequireSignalAccess;
  readonly readiness: readonly ReadinessCheck[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Needs {
  readonly config: Pick<Config, 'access' | 'revenue' | 'internalEmails'>;
  readonly db: Database;
  readonly clock: Clock;
  /** Calls `task` once after `ms`; returns a cancel function. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: FastifyBaseLogger;
  readonly chosenBroker: Omit<ChosenBroker, 'tradeList'>;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly jobs: Pick<Jobs, 'send' | 'work'>;
  readonly invalidateUser: (userId: string) => void;
  readonly enqueueUserEvents: EnqueueUserEvents;
  readonly carriedStops: Pick<CarriedStops, 'apply'>;
  readonly queueMail: QueueMail;
  readonly toUserDto: ToUserDto;
  readonly signedIn: Guard;
}

/** Composes the broker side: trader claims, access to signals, campaign results. */
export function createTraders(needs: Needs): Traders {
  const { config, db, clock, log, chosenBroker, carriedStops, jobs, toUserDto, signedIn } = needs;
  const { broker, brokerLinks } = chosenBroker;
  const common = { db, clock, broker, rules: config.access, invalidateUser: needs.invalidateUser };
  const findBrokerTrader = createFindBrokerTrader(broker);
  const saveAnswer = createSaveAnswer({ ...common, enqueueUserEvents: needs.enqueueUserEvents });
  const checks = createTraderChecks({ jobs, clock });
  const notifyClaimant = createNotifyClaimant(needs.queueMail);
  const releaseClaim = createReleaseClaim(notifyClaimant);
  const confirmTrader = createConfirmTrader({ ...common, saveAnswer, checks, releaseClaim, carriedStops });
  const continueCheck = createContinueCheck({
    ...common,
    saveAnswer,
    confirmTrader,
    checks,
    notifyClaimant,
  });
  const asking = { ...common, findBrokerTrader, countCheck: createCountTraderCheck(needs.attempts) };
  const traderJobs = createTraderJobs({
    db,
    jobs,
    continueCheck,
    refreshFigures: createRefreshFigures({ ...common, saveAnswer }),
    after: needs.after,
    log,
  });

  return {
    modules: [
      tradersModule({
        signedIn,
        toUserDto,
        readTraderInfo: createReadTraderInfo({ ...asking, saveAnswer }),
        claimTrader: createClaimTrader({ ...asking, confirmTrader, checks }),
        checkTrader: createCheckTrader({ ...asking, checks, continueCheck }),
        readTraderCheck: createReadTraderCheck({ ...common, toUserDto }),
        brokerLinks,
      }),
      adminTradersModule({
        adminOnly: createAdminOnly({ signedIn, toUserDto }),
        releaseTrader: createReleaseTrader({ ...common, releaseClaim, notifyClaimant }),
        checkUserBalance: createCheckUserBalance({ ...asking, saveAnswer, findUser: (id) => findUser(db, id) }),
      }),
      campaignsModule({
        adminOnly: createAdminOnly({ signedIn, toUserDto }),
        reportCampaigns: createReportCampaigns({ ...config, db, clock }),
      }),
    ],
    requireSignalAccess: createRequireSignalAccess({ ...common, saveAnswer, log }),
    readiness: [{ name: 'broker', check: async () => (broker.state() === 'ok' ? 'ok' : 'degraded') }],
    start: async () => {
      chosenBroker.start();
      await traderJobs.start();
    },
    stop: async () => {
      await traderJobs.stop();
      await chosenBroker.stop();
    },
  };
}
