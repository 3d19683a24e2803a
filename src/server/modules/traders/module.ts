import { isVipBalance } from '#domain/accounts/access.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { refreshRegularly } from './refresh-figures.ts';
import { mayReadPrices, requireSignalAccess } from './require-signal-access.ts';
import { checkQueue } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import type { TradersApi } from './traders.api.ts';
import { type BalanceJob, balanceQueue, saveStatedBalances } from './claims/read-partner-list.ts';
import { claimsRoutes, tradersRoutes } from './traders.routes.ts';
import { workOnChecks } from './claim-trader.ts';

/** The broker side: trader claims and access to signals. */
export function tradersModule(ctx: TradersContext): ServerModule<TradersApi> {
  const { config, clock, jobs, broker, sandbox } = ctx;
  const { access } = config;
  const refreshing = refreshRegularly(ctx);
  return {
    routes: [tradersRoutes(ctx), claimsRoutes(ctx)],
    api: {
      requireSignalAccess: (user, model) => requireSignalAccess(ctx, user, model),
      mayReadPrices: (user) => mayReadPrices(access, clock.now(), user),
      mayUseVip: ({ balance }) => isVipBalance(balance, access, clock.now()),
    },
    components: [
      {
        name: 'broker',
        duty: 'work',
        phase: 'with jobs',
        start: async () => {
          await sandbox.start();
          await workOnChecks(ctx);
          await jobs.work<BalanceJob>(balanceQueue, (job) => saveStatedBalances(ctx, job));
          // Lists have no turnover.
          if (config.broker.kind !== 'manual') refreshing.start();
        },
        stop: async () => {
          await refreshing.stop();
          await sandbox.stop();
        },
      },
    ],
    queues: [checkQueue, balanceQueue],
    readiness: [{ name: 'broker', check: async () => ((await broker.state()) === 'ok' ? 'ok' : 'degraded') }],
  };
}
