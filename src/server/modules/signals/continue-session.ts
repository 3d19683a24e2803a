import type { FastifyBaseLogger } from 'fastify';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { limits } from '#domain/signals/limits.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import type { RequireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import type { IssueSignal } from './issue-signal.ts';
import type { AutoRunStore, SessionJob } from './auto-run-store.ts';
import { betweenSignalsMs, latestResult, nextStep } from './session-step.ts';
import { listSymbolsSince, lockSession, type SessionRow } from './signal-sessions.repository.ts';

/**
 * Executes one step of an auto-signal run. Does nothing if the step was already executed or the run
 * was stopped.
 */
export type ContinueSession = (job: SessionJob) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly runs: AutoRunStore;
  readonly findUser: (id: string) => Promise<UserRow | undefined>;
  readonly issueSignal: IssueSignal;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Each search is rescheduled before it starts, in the same transaction, so a crash costs one minute
 * and never the run. The signal is stored only while its step is still current; an overtaken search
 * has no effect.
 */
export const createContinueSession = (needs: Needs): ContinueSession => {
  const { db, runs, clock, log } = needs;

  const takeStep = async (tx: Transaction, job: SessionJob): Promise<Taken> => {
    const session = await lockOpenStep(tx, job);
    if (!session) return nothing;
    const next = nextStep(session, await runs.readPast(tx, session), clock.now());
    if (next.kind === 'stop') return { ...nothing, publish: await runs.stop(tx, session, next.reason) };
    if (next.kind === 'search') {
      const again = clock.now() + betweenSignalsMs;
      const change = { state: 'searching', nextSignalAt: new Date(again) } as const;
      const moved = await runs.move(tx, session, change, { lookAt: again, isPublished: false });
      return { ...moved, searching: moved.session };
    }
    const state = next.kind === 'await' ? 'running' : 'waiting';
    const nextSignalAt = next.kind === 'await' ? null : new Date(next.at);
    const isPublished = state !== session.state;
    return { ...nothing, ...(await runs.move(tx, session, { state, nextSignalAt }, { lookAt: next.at, isPublished })) };
  };

  /** Stores the result of a search, unless the run has moved on without it. */
  const end = async (session: SessionRow, write: Write): Promise<void> => {
    const publish = await inTransaction(db, async (tx): Promise<Publish> => {
      const current = await lockOpenStep(tx, { sessionId: session.id, step: session.step });
      return current ? write(tx, current) : publishNothing;
    });
    publish();
  };

  const search = async (session: SessionRow): Promise<void> => {
    try {
      const signal = await issueFor(needs, session);
      if (!signal) return await end(session, (tx, current) => runs.stop(tx, current, 'access_lost'));
      const issued = { issuedAt: new Date(signal.time), expiresAt: null, duration: signal.duration };
      const running = { state: 'running', nextSignalAt: null } as const;
      const next = { lookAt: latestResult(issued), isPublished: true };
      await end(session, async (tx, current) => (await runs.move(tx, current, running, next)).publish);
    } catch (error) {
      const reason = stopReasonOf(error);
      if (reason) return end(session, (tx, current) => runs.stop(tx, current, reason));
      await end(session, publishSearching(error));
    }
  };
  /** The next search is already scheduled; only its event is missing. */
  const publishSearching = (error: unknown) => async (tx: Transaction, current: SessionRow) => {
    if (!(error instanceof ApiError)) log.error({ err: error, session: current.id }, 'a session found no signal');
    const lookAt = current.nextSignalAt?.getTime() ?? clock.now() + betweenSignalsMs;
    return (await runs.move(tx, current, {}, { lookAt, isPublished: true })).publish;
  };

  return async (job) => {
    const { searching, publish } = await inTransaction(db, (tx) => takeStep(tx, job));
    publish();
    if (searching) await search(searching);
  };
};

type Publish = () => void;
type Write = (tx: Transaction, current: SessionRow) => Promise<Publish>;

const publishNothing: Publish = () => undefined;
const nothing: Taken = { searching: null, publish: publishNothing };

interface Taken {
  /** The run that is now searching for a signal. */
  readonly searching: SessionRow | null;
  readonly publish: Publish;
}

async function lockOpenStep(tx: Transaction, { sessionId, step }: SessionJob): Promise<SessionRow | null> {
  const session = await lockSession(tx, sessionId);
  return session && !session.stoppedAt && session.step === step ? session : null;
}

/** Null: the user may not receive a signal, for a reason that has no error code. */
async function issueFor({ db, findUser, requireSignalAccess, issueSignal, clock }: Needs, session: SessionRow) {
  const user = await findUser(session.userId);
  if (!user || user.isBlocked) return null;
  const model = session.aiModel as AiModelKey;
  const { isVipOpen } = await requireSignalAccess(user, model);
  const symbol = session.symbol ?? undefined;
  const since = new Date(clock.now() - limits.previousSignalWindowMs);
  const exclude = symbol === undefined ? await listSymbolsSince(db, user.id, since) : [];
  const place = { sessionId: session.id, step: session.step };
  const duration = session.interval as Duration;
  return issueSignal({ user, model, duration, symbol, exclude, isVipOpen, session: place });
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

function stopReasonOf(error: unknown): 'market_closed' | 'stopped_for_today' | 'access_lost' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'market_closed' || error.code === 'stopped_for_today') return error.code;
  return accessErrorCodes.includes(error.code) ? 'access_lost' : null;
}
