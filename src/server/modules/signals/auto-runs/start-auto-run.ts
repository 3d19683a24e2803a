import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import type { MarketClock } from '#domain/time.ts';
import { type Database, type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { RequireOpenMarket } from '../require-open-market.ts';
import { type AutoRunStore, toAutoRunDto } from './auto-run-store.ts';
import { findSmallestLimitSince, insertAutoRun, lockRunningAutoRun, type AutoRunRow } from './auto-runs.repository.ts';
import { requireNoActive } from '../issue-signal.ts';
import { listOpenOfUser } from '../signals.repository.ts';
import type { ModelCatalogue } from '../signals.api.ts';

type SignalRequest = z.infer<typeof StartAutoRunBody>;

/** Starts an auto-signal run. An identical running one continues; a different one is replaced. */
export type StartAutoRun = (userId: string, request: SignalRequest) => Promise<AutoRun>;

interface StartAutoRunDependencies {
  readonly db: Database;
  readonly runs: AutoRunStore;
  readonly market: Pick<MarketView, 'feed'>;
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly requireOpenMarket: RequireOpenMarket;
  readonly assertNotStopped: (userId: string) => Promise<void>;
  readonly clock: MarketClock;
  readonly startOfDay: (time: number) => number;
}

export const createStartAutoRun = ({
  db,
  runs,
  market,
  catalogue,
  clock,
  ...needs
}: StartAutoRunDependencies): StartAutoRun => {
  const assertRequestAllowed = ({ aiModel, interval, symbol }: SignalRequest): void => {
    if (symbol !== undefined && !market.feed.symbols.includes(symbol)) throw apiError('unknown_symbol');
    if (aiModel === 'manual' && symbol === undefined) throw apiError('symbol_required');
    catalogue.requireAvailable(aiModel);
    needs.requireOpenMarket([interval]);
  };

  /**
   * A limit that the user set for today stays in force today: it can be lowered at once and raised
   * from tomorrow on.
   */
  const limited = async (tx: Transaction, userId: string, request: SignalRequest): Promise<SignalRequest> => {
    const smallestLimit = await findSmallestLimitSince(tx, userId, new Date(needs.startOfDay(clock.now())));
    return { ...request, dailyLimit: Math.min(request.dailyLimit, smallestLimit ?? request.dailyLimit) };
  };

  const begin = async (work: UnitOfWork, userId: string, request: SignalRequest): Promise<AutoRunRow> => {
    const fresh = await insertAutoRun(work.tx, newAutoRun(userId, request, clock.now()));
    // Of two concurrent calls one starts the run, and both return it.
    const run = fresh ?? (await lockRunningAutoRun(work.tx, userId));
    if (!run) throw new Error('insert of an auto-signal run returned neither a row nor a conflict');
    if (fresh) await runs.begin(work, run);
    return run;
  };

  const resumeOrStart = async (work: UnitOfWork, userId: string, wanted: SignalRequest): Promise<AutoRunRow> => {
    const running = await lockRunningAutoRun(work.tx, userId);
    const request = await limited(work.tx, userId, wanted);
    if (running && isSame(running, request)) return running;
    if (running) await runs.stop(work, running, 'replaced');
    else requireNoActive(await listOpenOfUser(work.tx, userId, clock.now()));
    return begin(work, userId, request);
  };

  return async (userId, wanted) => {
    assertRequestAllowed(wanted);
    await needs.assertNotStopped(userId);
    return inTransaction(db, async (work) => {
      const run = await resumeOrStart(work, userId, wanted);
      return toAutoRunDto(run, await runs.readPast(work.tx, run));
    });
  };
};

const isSame = (running: AutoRunRow, request: SignalRequest): boolean =>
  running.aiModel === request.aiModel &&
  running.interval === request.interval &&
  running.symbol === (request.symbol ?? null) &&
  running.count === (request.count ?? null) &&
  running.take === request.take &&
  running.stopAfterLosses === request.stopAfterLosses &&
  running.dailyLimit === request.dailyLimit;

const newAutoRun = (userId: string, request: SignalRequest, now: number): AutoRunRow => ({
  ...request,
  symbol: request.symbol ?? null,
  count: request.count ?? null,
  found: null,
  id: randomUUID(),
  userId,
  startedAt: new Date(now),
  step: 0,
  state: 'waiting',
  nextSignalAt: new Date(now),
  stoppedAt: null,
  stopReason: null,
});
