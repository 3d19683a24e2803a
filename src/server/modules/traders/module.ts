import { isVipBalance } from '#domain/accounts/access.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { continueCheck } from './claim-trader.ts';
import { refreshRegularly } from './refresh-figures.ts';
import { mayReadPrices, requireSignalAccess } from './require-signal-access.ts';
import { type CheckJob, checkQueue } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import type { TradersApi } from './traders.api.ts';
import { findCheck } from './traders.repository.ts';
import { tradersRoutes } from './traders.routes.ts';

/** The broker side: trader claims and access to signals. */
export function tradersModule(ctx: TradersContext): ServerModule<TradersApi> {
  const { db, clock, jobs, broker, sandbox } = ctx;
  const { access } = ctx.config;
  const refreshing = refreshRegularly(ctx);
  return {
    routes: [tradersRoutes(ctx)],
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
