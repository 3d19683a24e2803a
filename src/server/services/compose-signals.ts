import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { User, Guard, ToUserDto } from '#server/modules/accounts/accounts.api.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import type { ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import type { Config } from '../config.ts';
import type { CrashHook } from '../crash-points.ts';
import type { Database } from '../database/connection.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Entries } from '../modules/signals/entries.ts';
import type { LiveEngine } from '../live/live-engine.ts';
import { findUser } from '../modules/accounts/accounts.repository.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import type { LlmModels } from '../modules/llm-models/llm-models.api.ts';
import { adminSignalsModule } from '../modules/signals/admin-signals.routes.ts';
import { createAnalyzeForecast } from '../modules/signals/analyze-forecast.ts';
import { createChaseSignal } from '../modules/signals/chase-signal.ts';
import { createChooseForecast } from '../modules/signals/choose-forecast.ts';
import { createContinueAutoRun } from '../modules/signals/continue-auto-run.ts';
import { createExportHistory } from '../modules/signals/history-csv.ts';
import { createIssueSignal } from '../modules/signals/issue-signal.ts';
import { createReadAutoRun, createStopAutoRun } from '../modules/signals/own-auto-run.ts';
import {
  createDeleteSignal,
  createExplainSignal,
  createListSignals,
  createReadOthersSignals,
} from '../modules/signals/own-signals.ts';
import { createListAllSignals } from '../modules/signals/list-all-signals.ts';
import { createReadSignalFile } from '../modules/signals/read-signal-file.ts';
import { createReadHistory } from '../modules/signals/read-history.ts';
import { createReadStats } from '../modules/signals/read-stats.ts';
import { createRequireOpenMarket } from '../modules/signals/require-open-market.ts';
import { createAutoRunStore, type AutoRunJob, autoRunQueue } from '../modules/signals/auto-run-store.ts';
import { autoRunsModule } from '../modules/signals/auto-runs.routes.ts';
import { signalsModule } from '../modules/signals/signals.routes.ts';
import { createStartAutoRun } from '../modules/signals/start-auto-run.ts';
import { statisticsModule } from '../modules/signals/statistics.routes.ts';
import { createTakeSignal } from '../modules/signals/take-signal.ts';
import { createVoidSignal } from '../modules/signals/void-signal.ts';
import { createWakeAutoRuns, wakeAutoRunsRegularly } from '../modules/signals/wake-auto-runs.ts';
import { speedOf } from './choose-market-data.ts';
import { limitTimezone } from './compose-limits.ts';

interface Needs {
  readonly config: Pick<Config, 'feed' | 'includeThinHours' | 'payout' | 'tradingHours'>;
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'board' | 'bars' | 'explain' | 'feed' | 'lastTick' | 'watch'>;
  readonly entries: Entries;
  readonly catalogue: ModelCatalogue;
  readonly llmModels: LlmModels;
  readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  readonly enqueueUserEvents: EnqueueUserEvents;
  readonly signedIn: Guard;
  readonly requireSignalAccess: RequireSignalAccess;
  /** Throws when the trader has reached one of their own daily limits. */
  readonly requireGoingOn: (userId: string) => Promise<void>;
  readonly toUserDto: ToUserDto;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
  /** Calls `task` once after `ms`; returns a cancel function. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
}

interface Signals {
  readonly modules: readonly FastifyPluginAsyncZod[];
  /** For a trader who has reached a daily limit. */
  endAutoRun(userId: string): Promise<void>;
  /** Starts the background work on auto-signal runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Composes single signals, auto-signal runs, their statistics, and deletion and voiding. */
export function composeSignals(needs: Needs): Signals {
  const { config, db, jobs, enqueueUserEvents, marketClock } = needs;
  const ofMarket = { ...needs, clock: marketClock, hours: config.tradingHours };
  const issueSignal = createIssueSignal({
    ...ofMarket,
    chooseForecast: createChooseForecast({ ...ofMarket, includeThinHours: config.includeThinHours }),
    analyze: createAnalyzeForecast({ ...ofMarket, payout: config.payout }),
  });
  const dayOf = (time: number): number => startOfDay(time, limitTimezone(config));
  const runs = createAutoRunStore({
    jobs,
    enqueueUserEvents,
    clock: marketClock,
    startOfDay: dayOf,
    wallTimeOf: wallTime(needs),
  });
  const ofAutoRuns = { ...ofMarket, runs, startOfDay: dayOf };
  const stopAutoRun = createStopAutoRun(ofAutoRuns);
  const waking = wakeAutoRunsRegularly({ ...needs, wake: createWakeAutoRuns(ofMarket) });
  const isAdmin = (user: User): boolean => needs.toUserDto(user).roles.includes('admin');

  return {
    modules: [
      signalsModule({
        ...needs,
        isAdmin,
        issueSignal,
        chaseSignal: createChaseSignal({ ...ofMarket, issueSignal }),
        takeSignal: createTakeSignal(ofMarket),
        listSignals: createListSignals(db),
        readOthersSignals: createReadOthersSignals(needs),
        deleteSignal: createDeleteSignal(ofMarket),
        explainSignal: createExplainSignal(db),
      }),
      statisticsModule({
        ...needs,
        readHistory: createReadHistory(db),
        exportHistory: createExportHistory(db),
        readStats: createReadStats(db),
      }),
      autoRunsModule({
        ...needs,
        startAutoRun: createStartAutoRun({ ...ofAutoRuns, requireOpenMarket: createRequireOpenMarket(ofMarket) }),
        stopAutoRun: (userId) => stopAutoRun(userId, 'user'),
        readAutoRun: createReadAutoRun(ofAutoRuns),
      }),
      adminSignalsModule({
        adminOnly: createAdminOnly(needs),
        listAllSignals: createListAllSignals(needs),
        readSignalFile: createReadSignalFile(needs),
        voidSignal: createVoidSignal(needs),
      }),
    ],
    endAutoRun: (userId) => stopAutoRun(userId, 'stopped_for_today'),
    start: async () => {
      const continueAutoRun = createContinueAutoRun({ ...ofAutoRuns, issueSignal, findUser: (id) => findUser(db, id) });
      await jobs.work<AutoRunJob>(autoRunQueue, continueAutoRun, { concurrency: stepsAtOnce });
      waking.start();
    },
    stop: waking.stop,
  };
}

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;

/** A replay's market runs faster than the wall clock, on which jobs are scheduled. */
const wallTime =
  ({ config, clock, marketClock }: Needs) =>
  (marketTime: number): Date =>
    new Date(clock.now() + (marketTime - marketClock.now()) / speedOf(config.feed));
