import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SignalSession, StartSessionBody } from '#contract/signals.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { problem } from '#server/http/problem.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { ModelCatalogue } from './model-catalogue.ts';
import type { RequireOpenMarket } from './require-open-market.ts';
import type { SessionDesk } from './session-desk.ts';
import {
  findSmallestLimitSince,
  insertSession,
  lockRunningSession,
  type SessionRow,
} from './signal-sessions.repository.ts';
import { findActiveSignal } from './signals.repository.ts';
import { wireSession } from './wire-session.ts';
import { wireSignal } from './wire-signal.ts';

type Wish = z.infer<typeof StartSessionBody>;

/** Begins automatic signals; the same ones that run already go on, others make way. */
export type StartSession = (userId: string, wish: Wish) => Promise<SignalSession>;

interface Needs {
  readonly db: Database;
  readonly desk: SessionDesk;
  readonly engine: Pick<LiveEngine, 'feed'>;
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly requireOpenMarket: RequireOpenMarket;
  readonly requireGoingOn: (userId: string) => Promise<void>;
  readonly clock: Clock;
  readonly startOfDay: (time: number) => number;
}

export const createStartSession = ({ db, desk, engine, catalogue, clock, ...needs }: Needs): StartSession => {
  const refuseWish = ({ aiModel, interval, symbol }: Wish): void => {
    if (symbol !== undefined && !engine.feed.symbols.includes(symbol)) throw problem('unknown_symbol');
    if (aiModel === 'manual' && symbol === undefined) throw problem('symbol_required');
    catalogue.requireAvailable(aiModel);
    needs.requireOpenMarket(interval);
  };

  /** A limit that the user has set for today holds today: it can be lowered at once, and raised from tomorrow on. */
  const limited = async (tx: Transaction, userId: string, wish: Wish): Promise<Wish> => {
    const least = await findSmallestLimitSince(tx, userId, new Date(needs.startOfDay(clock.now())));
    return { ...wish, dailyLimit: Math.min(wish.dailyLimit, least ?? wish.dailyLimit) };
  };

  const begin = async (tx: Transaction, userId: string, wish: Wish) => {
    const fresh = await insertSession(tx, newSession(userId, wish, clock.now()));
    // Two at the same moment: one began, and both hear of it.
    const session = fresh ?? (await lockRunningSession(tx, userId));
    if (!session) throw new Error('a session neither began nor was in the way of another');
    return { session, publish: fresh ? await desk.begin(tx, session) : saysNothing };
  };

  const replace = async (tx: Transaction, running: SessionRow, wish: Wish) => {
    const publishEnd = await desk.stop(tx, running, 'replaced');
    const begun = await begin(tx, running.userId, wish);
    return { ...begun, publish: () => [publishEnd, begun.publish].forEach((publish) => publish()) };
  };

  const goOnOrBegin = async (tx: Transaction, userId: string, wanted: Wish) => {
    const running = await lockRunningSession(tx, userId);
    const wish = await limited(tx, userId, wanted);
    if (running) return isSame(running, wish) ? { session: running, publish: saysNothing } : replace(tx, running, wish);
    await refuseActiveSignal(tx, userId);
    return begin(tx, userId, wish);
  };

  return async (userId, wanted) => {
    refuseWish(wanted);
    await needs.requireGoingOn(userId);
    const { session, past, publish } = await inTransaction(db, async (tx) => {
      const begun = await goOnOrBegin(tx, userId, wanted);
      return { ...begun, past: await desk.readPast(tx, begun.session) };
    });
    publish();
    return wireSession(session, past);
  };
};

const saysNothing = (): void => undefined;

async function refuseActiveSignal(tx: Transaction, userId: string): Promise<void> {
  const active = await findActiveSignal(tx, userId);
  if (active) throw problem('signal_active', { details: { signal: wireSignal(active) } });
}

const isSame = (running: SessionRow, wish: Wish): boolean =>
  running.aiModel === wish.aiModel &&
  running.interval === wish.interval &&
  running.symbol === (wish.symbol ?? null) &&
  running.stopAfterLosses === wish.stopAfterLosses &&
  running.dailyLimit === wish.dailyLimit;

const newSession = (userId: string, wish: Wish, now: number): SessionRow => ({
  ...wish,
  symbol: wish.symbol ?? null,
  id: randomUUID(),
  userId,
  startedAt: new Date(now),
  step: 0,
  state: 'waiting',
  nextSignalAt: new Date(now),
  stoppedAt: null,
  stopReason: null,
});
