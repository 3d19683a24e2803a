import { isVipBalance } from '#domain/accounts/access.ts';
import type { Config } from '#server/config.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { continueCheck } from './claim-trader.ts';
import { refreshRegularly } from './refresh-figures.ts';
import { mayReadPrices, requireSignalAccess } from './require-signal-access.ts';
import { type CheckJob, checkQueue } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import type { TradersApi } from './traders.api.ts';
import { findCheck } from './traders.repository.ts';
import { tradersRoutes } from './traders.routes.ts';

interface TradersModuleDependencies {
  readonly config: Pick<Config, 'access' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'attempts' | 'enqueueUserEvents' | 'log'> &
    Pick<TradersContext, 'jobs'>;
  readonly brokerSide: Omit<BrokerSide, 'seedTraders' | 'readPayouts'>;
  readonly accounts: TradersContext['accounts'] & Pick<AccountsApi, 'invalidateUser'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** The broker side: trader claims and access to signals. */
export function createTradersModule(dependencies: TradersModuleDependencies): ServerModule<TradersApi> {
  const { config, platform, brokerSide, accounts, mail } = dependencies;
  const { invalidateUser } = accounts;
  const { secret, access: rules } = config;
  const ctx: TradersContext = { ...platform, ...brokerSide, ...mail, accounts, invalidateUser, rules, secret };
  const { db, clock, jobs, broker, sandbox } = ctx;
  const refreshing = refreshRegularly(ctx);
  return {
    routes: [tradersRoutes(ctx)],
    api: {
      requireSignalAccess: (user, model) => requireSignalAccess(ctx, user, model),
      mayReadPrices: (user) => mayReadPrices(ctx, user),
      mayUseVip: ({ balance }) => isVipBalance(balance, rules, clock.now()),
    },
    components: [
      {
        name: 'broker',
        duty: 'work',
        phase: 'with jobs',
        start: async () => {
          await sandbox.start();
          // Checks whose user may have left.
          await jobs.work<CheckJob>(checkQueue, async ({ checkId, attempts }) => {
            const check = await findCheck(db, checkId);
            if (check?.nextAt && check.attempts === attempts) await continueCheck(ctx, check, { byItself: true });
          });
          refreshing.start();
        },
        stop: async () => {
          await refreshing.stop();
          await sandbox.stop();
        },
      },
    ],
    queues: [checkQueue],
    readiness: [{ name: 'broker', check: async () => (broker.state() === 'ok' ? 'ok' : 'degraded') }],
  };
}
