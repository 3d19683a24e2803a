import { type MarketClock, dayMs } from '#domain/time.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Config } from '#server/config.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Component } from '#server/start/component.ts';
import type { Platform } from '#server/start/platform.ts';
import { type AutoRunJob, autoRunQueue, type AutoRunStore, toAutoRunDto } from './auto-run-store.ts';
import { listOverdueAutoRuns, findNewestAutoRun, lockRunningAutoRun, type AutoRunRow } from './auto-runs.repository.ts';
import { createContinueAutoRun } from './continue-auto-run.ts';
import { createStartAutoRun } from './start-auto-run.ts';
import type { IssueSignal } from '../issue-signal.ts';
import { createRequireOpenMarket } from '../require-open-market.ts';
import type { ModelCatalogue } from '../signals.api.ts';
import type { AutoRun } from '#contract/signals.ts';

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;
const wakeEveryMs = 300_000;

export interface AutoRunsDependencies {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly platform: Pick<Platform, 'db' | 'marketClock' | 'scheduler' | 'log'> & {
    readonly market: Pick<MarketView, 'feed'>;
    readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  };
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly dayStop: Pick<DayStopApi, 'timezone' | 'assertNotStopped' | 'onStopped'>;
  readonly issueSignal: IssueSignal;
  readonly runs: AutoRunStore;
}

export type AutoRunsUseCases = ReturnType<typeof createAutoRuns>['useCases'];

/** Auto-signal runs, and the background work on them. */
export function createAutoRuns({
  config,
  platform,
  catalogue,
  accounts,
  traders,
  dayStop,
  issueSignal,
  runs,
}: AutoRunsDependencies) {
  const { db, market, jobs, marketClock: clock, scheduler, log } = platform;
  const { signedIn, findUser } = accounts;
  const { requireSignalAccess } = traders;
  const { assertNotStopped, timezone, onStopped } = dayStop;
  const startAutoRun = createStartAutoRun({
    db,
    runs,
    market,
    catalogue,
    requireOpenMarket: createRequireOpenMarket({ clock, hours: config.tradingHours }),
    assertNotStopped,
    clock,
    startOfDay: (time: number) => startOfDay(time, timezone),
  });
  const stopAutoRun = createStopAutoRun({ db, runs });
  onStopped((userId) => stopAutoRun(userId, 'stopped_for_today'));
  const continueAutoRun = createContinueAutoRun({ db, runs, findUser, issueSignal, requireSignalAccess, clock, log });
  const waking = repeat({
    everyMs: wakeEveryMs,
    task: async () => {
      const count = await wakeAutoRuns({ db, jobs, clock });
      if (count > 0) log.warn({ count }, 'resumed stalled auto-signal runs');
    },
    onError: (error) =>
      log.error({ err: error }, 'searching for stalled auto-signal runs failed; retrying in five minutes'),
    after: scheduler.after,
  });
  const component: Component = {
    name: 'auto-signal runs',
    duty: 'work',
    start: async () => {
      await jobs.work<AutoRunJob>(autoRunQueue, continueAutoRun, { concurrency: stepsAtOnce });
      waking.start();
    },
    stop: waking.stop,
  };
  return {
    useCases: {
      signedIn,
      requireSignalAccess,
      startAutoRun,
      stopAutoRun,
      readAutoRun: createReadAutoRun({ db, runs, clock }),
    },
    component,
    queue: autoRunQueue,
  };
}

/** By then the first attempts of their jobs have failed, or the jobs are lost. */
const overdueMs = 300_000;

/**
 * Enqueues the steps of overdue runs again, and returns their number. Enqueueing a step twice is
 * idempotent because of its step number.
 */
export async function wakeAutoRuns({
  db,
  jobs,
  clock,
}: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly clock: MarketClock;
}): Promise<number> {
  const overdue: readonly AutoRunJob[] = await listOverdueAutoRuns(db, new Date(clock.now() - overdueMs));
  await jobs.sendAll(
    null,
    autoRunQueue,
    overdue.map((data) => ({ data })),
  );
  return overdue.length;
}

interface OwnAutoRunDependencies {
  readonly db: Database;
  readonly runs: AutoRunStore;
}

/** An open signal stays; only no further one follows. */
const createStopAutoRun =
  ({ db, runs }: OwnAutoRunDependencies) =>
  async (userId: string, reason: 'user' | 'stopped_for_today'): Promise<void> => {
    await inTransaction(db, async (work) => {
      const running = await lockRunningAutoRun(work.tx, userId);
      if (running) await runs.stop(work, running, reason);
    });
  };

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

const createReadAutoRun =
  ({ db, runs, clock }: OwnAutoRunDependencies & { readonly clock: MarketClock }) =>
  async (userId: string): Promise<AutoRun | null> => {
    const run = await findNewestAutoRun(db, userId);
    return run && isOfInterest(run, clock.now()) ? toAutoRunDto(run, await runs.readPast(db, run)) : null;
  };

const isOfInterest = ({ stoppedAt, stopReason }: AutoRunRow, now: number): boolean =>
  stoppedAt === null || (stopReason !== 'user' && now - stoppedAt.getTime() < shownForMs);
