import type { AutoRun, Signal } from '#contract/signals.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { getBacklog, type ServerModule } from '#server/start/server-module.ts';
import { autoRunQueue, stopAutoRun } from './auto-runs/auto-run.ts';
import { lookingForEdges } from './auto-runs/look-for-edges.ts';
import { startAutoRun, type StartRequest } from './auto-runs/start-auto-run.ts';
import { issueSignal, type IssueSignalRequest } from './issue-signal.ts';
import { listModels } from './model-catalogue.ts';
import { listResults } from './own-signals.ts';
import { writeEntries } from './settlement/entries.ts';
import { settlementComponents } from './settlement/settlement.ts';
import { createTickLog } from './settlement/tick-log.ts';
import { loggedTicks } from './settlement/ticks.repository.ts';
import type { Entry, NewSignal, SignalsContext, SignalsState } from './signals-context.ts';
import type { SignalsApi } from './signals.api.ts';
import { adminSignalsRoutes, autoRunsRoutes, signalsRoutes, statisticsRoutes } from './signals.routes.ts';
import { cacheEdges } from './statistics/read-edges.ts';
import { readStats } from './statistics/read-stats.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/signal-statistics.repository.ts';
import { storeAll, storeTimeout } from './store-signal.ts';

export function openSignals(given: Omit<SignalsContext, keyof SignalsState>): SignalsContext {
  const { record, marketClock, leaderDb, engine, scheduler } = given;
  const ctx: SignalsContext = {
    ...given,
    readEdges: cacheEdges(record, marketClock),
    storing: groupCalls({
      call: (group: readonly NewSignal[]) => storeAll(ctx, group),
      rejectAfter: { ...storeTimeout, after: scheduler.after },
    }),
    writeEntry: groupCalls({ call: (group: readonly Entry[]) => writeEntries(ctx, group) }),
    tickLog: createTickLog(leaderDb, engine.feed.id, record),
    entering: new Map(),
    entriesUnderWay: new Map(),
    watchedUntil: new Map(),
    settledListeners: [],
    foundListeners: [],
    notices: new Set(),
    looks: { current: Promise.resolve(), isQueued: false, stopping: new AbortController() },
  };
  return ctx;
}

/** With what the routes of the module do, for a simulated trader. */
export interface SignalsModuleApi extends SignalsApi {
  issueSignal(request: IssueSignalRequest): Promise<Signal>;
  startAutoRun(userId: string, request: StartRequest): Promise<AutoRun>;
}

/** Signals from their choice to their settlement, and auto runs. */
export function signalsModule(ctx: SignalsContext): ServerModule<SignalsModuleApi> {
  const { db, marketClock } = ctx;
  const readBacklog = async () => getBacklog(await readUnsettled(db, marketClock.now()), marketClock.now());
  ctx.dayStop.onStopped((userId) => stopAutoRun(ctx, userId, 'stopped_for_today'));
  return {
    routes: [signalsRoutes(ctx), statisticsRoutes(ctx), adminSignalsRoutes(ctx), autoRunsRoutes(ctx)],
    api: {
      issueSignal: (request) => issueSignal(ctx, request),
      startAutoRun: (userId, request) => startAutoRun(ctx, userId, request),
      listModels: () => listModels(ctx),
      tickLog: ctx.tickLog,
      loggedTicks,
      onSettled: (listener) => void ctx.settledListeners.push(listener),
      onFound: (listener) => void ctx.foundListeners.push(listener),
      countOpen: (overdueSince) => countOpenSignals(db, overdueSince),
      readStats: (userId, period) => readStats(db, userId, period),
      listResults: (userId, limit) => listResults(db, userId, limit),
      groupSince: (since) => groupSignalsSince(db, since),
    },
    components: [...settlementComponents(ctx), lookingForEdges(ctx)],
    queues: [autoRunQueue],
    consumers: [{ name: 'settlement', readBacklog }],
  };
}
