import type { FastifyBaseLogger } from 'fastify';
import type { MarketClock } from '#domain/time.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { limits } from '#domain/signals/limits.ts';
import { type Database, type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import type { IssueSignal } from '../issue-signal.ts';
import type { AutoRunJob, AutoRunSearch, AutoRunStore } from './auto-run-store.ts';
import { betweenSignalsMs, nextStep } from './auto-run-step.ts';
import { listSymbolsSince, lockAutoRun, type AutoRunRow } from './auto-runs.repository.ts';

/**
 * Executes one step of an auto-signal run. Does nothing if the step was already executed or the run
 * was stopped.
 */
type ContinueAutoRun = (job: AutoRunJob) => Promise<void>;

interface ContinueAutoRunDependencies {
  readonly db: Database;
  readonly runs: AutoRunStore;
  readonly findUser: (id: string) => Promise<User | undefined>;
  readonly issueSignal: IssueSignal;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly clock: MarketClock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Each search is rescheduled before it starts, in the same transaction, so a crash costs one minute
 * and never the run. The signal is stored, and the run moved on to it, only while the step is still
 * current; an overtaken search has no effect.
 */
export const createContinueAutoRun = (needs: ContinueAutoRunDependencies): ContinueAutoRun => {
  const { db, runs, clock, log } = needs;

  /** Returns the search that is to be made now, if any. */
  const takeStep = async (work: UnitOfWork, job: AutoRunJob): Promise<AutoRunSearch | null> => {
    const run = await lockOpenStep(work.tx, job);
    if (!run) return null;
    const past = await runs.readPast(work.tx, run);
    const next = nextStep(run, past, clock.now());
    if (next.kind === 'stop') {
      await runs.stop(work, run, next.reason);
      return null;
    }
    if (next.kind === 'search') {
      const again = clock.now() + betweenSignalsMs;
      const change = { state: 'searching', nextSignalAt: new Date(again) } as const;
      return { run: await runs.move(work, run, change, { nextStepAt: again, isPublished: false }), past };
    }
    const state = next.kind === 'await' ? 'running' : 'waiting';
    const nextSignalAt = next.kind === 'await' ? null : new Date(next.at);
    const isPublished = state !== run.state;
    await runs.move(work, run, { state, nextSignalAt }, { nextStepAt: next.at, isPublished });
    return null;
  };

  /** Stores what came of a search without a signal, unless the run has moved on without it. */
  const end = async (run: AutoRunRow, write: Write): Promise<void> => {
    await inTransaction(db, async (work) => {
      const current = await lockOpenStep(work.tx, { sessionId: run.id, step: run.step });
      if (current) await write(work, current);
    });
  };

  const search = async (made: AutoRunSearch): Promise<void> => {
    const { run } = made;
    try {
      const signal = await issueFor(needs, made);
      if (!signal) await end(run, (work, current) => runs.stop(work, current, 'access_lost'));
    } catch (error) {
      const reason = findStopReason(error);
      if (reason) return end(run, (work, current) => runs.stop(work, current, reason));
      await end(run, publishSearching(error));
    }
  };
  /** Nothing was found: the next search is due when it was scheduled before this one. */
  const publishSearching = (error: unknown) => async (work: UnitOfWork, current: AutoRunRow) => {
    if (!(error instanceof ApiError))
      log.error({ err: error, run: current.id }, 'issuing an automatic signal failed; retrying in a minute');
    const nextStepAt = current.nextSignalAt?.getTime() ?? clock.now() + betweenSignalsMs;
    await runs.move(work, current, {}, { nextStepAt, isPublished: true });
  };

  return async (job) => {
    const searching = await inTransaction(db, (work) => takeStep(work, job));
    if (searching) await search(searching);
  };
};

type Write = (work: UnitOfWork, current: AutoRunRow) => Promise<unknown>;

async function lockOpenStep(tx: Transaction, { sessionId, step }: AutoRunJob): Promise<AutoRunRow | null> {
  const run = await lockAutoRun(tx, sessionId);
  return run && !run.stoppedAt && run.step === step ? run : null;
}

/** Null: the user may not receive a signal, for a reason that has no error code. */
async function issueFor(
  { db, findUser, requireSignalAccess, issueSignal, clock }: ContinueAutoRunDependencies,
  search: AutoRunSearch,
) {
  const { run } = search;
  const user = await findUser(run.userId);
  if (!user || user.isBlocked) return null;
  const { isVipOpen } = await requireSignalAccess(user, run.aiModel);
  const symbol = run.symbol ?? undefined;
  const since = new Date(clock.now() - limits.previousSignalWindowMs);
  const exclude = symbol === undefined ? await listSymbolsSince(db, user.id, since) : [];
  return issueSignal({
    user,
    model: run.aiModel,
    durations: [run.interval],
    symbol,
    exclude,
    isPracticeAllowed: false,
    isVipOpen,
    search,
  });
}

/**
 * Errors that stop the run: without access there is nothing to wait for, and in a closed market a
 * signal hours later would be a surprise.
 */
const accessErrorCodes: readonly ErrorCode[] = [
  'email_not_activated',
  'referral_required',
  'balance_too_low',
  'vip_balance_required',
  'self_excluded',
  'trader_not_found',
];

function findStopReason(error: unknown): 'market_closed' | 'stopped_for_today' | 'access_lost' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'market_closed' || error.code === 'stopped_for_today') return error.code;
  return accessErrorCodes.includes(error.code) ? 'access_lost' : null;
}
