import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { autoRunLimits } from '#domain/signals/limits.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { requireNoActive, requireOpenMarket } from '../issue-signal.ts';
import { requireAvailable } from '../model-catalogue.ts';
import type { SignalsContext } from '../signals-context.ts';
import { listOpenOfUser } from '../signals.repository.ts';
import {
  autoRunQueue,
  endAutoRun,
  findLimit,
  readPast,
  startOfToday,
  toAutoRunDto,
  toDto,
  toEvent,
  toStep,
} from './auto-run.ts';
import { type AutoRunRow, findSmallestLimitSince, insertAutoRun, lockRunningAutoRun } from './auto-runs.repository.ts';

export type StartRequest = Omit<z.infer<typeof StartAutoRunBody>, 'lang'>;

/** Starts an auto run. An identical one continues; a different one is replaced. */
export async function startAutoRun(ctx: SignalsContext, userId: string, request: StartRequest): Promise<AutoRun> {
  const { aiModel, interval, symbol } = request;
  if (symbol !== undefined && !ctx.market.feed.symbols.includes(symbol)) throw apiError('unknown_symbol');
  if (aiModel === 'manual' && symbol === undefined) throw apiError('symbol_required');
  requireAvailable(ctx, aiModel);
  requireOpenMarket(ctx, [interval]);
  await ctx.dayStop.assertNotStopped(userId);
  return inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    const dailyLimit = await findLimitForToday(ctx, work.tx, userId, request);
    const run = newAutoRun(userId, { ...request, dailyLimit }, ctx.marketClock.now());
    if (current && isSame(current, run)) return toDto(ctx, work.tx, current);
    if (current) await endAutoRun(ctx, work, current, { stopReason: 'replaced' });
    // A run for so many signals begins after an open one.
    else if (run.count === null) requireNoActive(await listOpenOfUser(work.tx, userId, ctx.marketClock.now()));
    return begin(ctx, work, run);
  });
}

/** One of two concurrent calls starts the run, and both return it. */
async function begin(ctx: SignalsContext, work: UnitOfWork, wanted: AutoRunRow): Promise<AutoRun> {
  const { tx } = work;
  const fresh = await insertAutoRun(tx, wanted);
  const run = fresh ?? (await lockRunningAutoRun(tx, wanted.userId));
  if (!run) throw new Error('insert of an auto run returned neither a row nor a conflict');
  const past = await readPast(ctx, tx, run);
  const limit = fresh && findLimit(run, past);
  if (limit) return toAutoRunDto(await endAutoRun(ctx, work, run, { stopReason: limit }), past, ctx.marketClock);
  if (fresh) {
    await ctx.jobs.send(tx, autoRunQueue, toStep(run));
    await ctx.enqueueUserEvents(work, [toEvent(ctx, run, past)]);
  }
  return toAutoRunDto(run, past, ctx.marketClock);
}

/**
 * A limit that the user set for today stays in force today: it can be lowered at once and raised
 * from tomorrow on. A run for so many signals has no other.
 */
async function findLimitForToday(
  ctx: SignalsContext,
  tx: Transaction,
  userId: string,
  request: StartRequest,
): Promise<number> {
  const { max, default: usual } = autoRunLimits.dailyLimit;
  const wanted = request.dailyLimit ?? (request.count === undefined ? usual : max);
  const smallest = await findSmallestLimitSince(tx, userId, startOfToday(ctx));
  return Math.min(wanted, smallest ?? wanted);
}

const newAutoRun = (
  userId: string,
  { symbol, count, ...request }: StartRequest & { readonly dailyLimit: number },
  now: number,
): AutoRunRow => ({
  ...request,
  symbol: symbol ?? null,
  count: count ?? null,
  id: randomUUID(),
  userId,
  startedAt: new Date(now),
  step: 0,
  state: 'waiting',
  nextSignalAt: new Date(now),
  stoppedAt: null,
  stopReason: null,
  found: null,
});

const choice = ['aiModel', 'interval', 'symbol', 'count', 'take', 'stopAfterLosses', 'dailyLimit'] as const;
const isSame = (one: AutoRunRow, other: AutoRunRow): boolean => choice.every((key) => one[key] === other[key]);
