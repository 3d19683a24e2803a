import { hourMs, minuteMs } from '#domain/time.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { adminTradersRoutes, tradersRoutes } from './traders.routes.ts';
import { type CheckJob, checkQueue } from './check/trader-checks.ts';
import { createTraders } from './create-traders.ts';
import type { TradersDependencies } from './trader-parts.ts';
import type { RefreshFigures } from './refresh-figures.ts';
import type { TradersApi } from './traders.api.ts';
import { findCheck, markPlayMoney } from './traders.repository.ts';

/** The broker side: trader claims and access to signals. */
export function createTradersModule(dependencies: TradersDependencies): ServerModule<TradersApi> {
  const { platform, brokerSide } = dependencies;
  const { db, jobs } = platform;
  const { broker, sandbox, hasPlayMoney } = brokerSide;
  const traders = createTraders(dependencies);
  const refreshing = refreshRegularly(platform, traders.refreshFigures);
  return {
    routes: [tradersRoutes(traders.own), adminTradersRoutes(traders.administration)],
    api: traders.api,
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
            if (check?.nextAt && check.attempts === attempts) await traders.continueCheck(check, { byItself: true });
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
