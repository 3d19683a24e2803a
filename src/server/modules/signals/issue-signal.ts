import { randomBytes, randomUUID } from 'node:crypto';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import type { MarketClock } from '#domain/clock.ts';
import type { Language } from '#domain/language.ts';
import { getDirection } from '#domain/market/direction.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import type { Transaction } from '#server/database/connection.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from '#server/start/platform.ts';
import type { AnalyzeForecast } from './analyze-forecast.ts';
import type { AutoRunSearch, EndSearches } from './auto-runs/auto-run-store.ts';
import { type AutoRunStep, lockOpenSteps, stepKey } from './auto-runs/auto-runs.repository.ts';
import type { ChooseForecast, ChosenForecast, ForecastRequest } from './choose-forecast.ts';
import { createRequireOpenMarket } from './require-open-market.ts';
import { enteringSignal, getExpiry } from './settlement/engine-signal.ts';
import { insertSignals, listOpenOfUser, type SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

/** The user who receives the signal, and the language of its analysis. */
interface Receiver {
  readonly id: string;
  readonly lang: Language;
}

export interface IssueSignalRequest extends ForecastRequest {
  readonly user: Receiver;
  /** The lost signal that this one chases. */
  readonly chaseOf?: string;
  /** The search of an auto-signal run that it ends; stored only while that search is current. */
  readonly search?: AutoRunSearch;
}

/** What keeps a signal from being issued, besides `no_signal`. */
export const issueSignalErrors = [
  ...signalAccessErrors,
  'stopped_for_today',
  'vip_balance_required',
  'market_closed',
  'signal_active',
  'model_unavailable',
  'feed_stale',
] as const;

export type IssueSignal = (request: IssueSignalRequest) => Promise<Signal>;

interface IssueSignalDependencies extends Pick<Platform, 'db' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint'> {
  readonly market: Pick<MarketView, 'feed'>;
  /** Notifies the leading process, which enters the signal. */
  readonly bus: Pick<Bus, 'notify'>;
  readonly chooseForecast: ChooseForecast;
  readonly analyze: AnalyzeForecast;
  /** Throws when the trader has reached one of their own daily limits. */
  readonly assertNotStopped: (userId: string) => Promise<void>;
  readonly listAskedStops: LimitsApi['listAskedStops'];
  readonly endSearches: EndSearches;
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

/** Same timeout as for a free connection, so that no calls queue up behind a slow database. */
const storeWaitMs = 1_000;
const retryAfterS = 5;

const overtaken = 'the automatic signals went on or were stopped while this one was being chosen';

/**
 * Choose, store, record, publish, in this order: a published signal is always in the database and
 * in the record.
 */
export const createIssueSignal = (needs: IssueSignalDependencies): IssueSignal => {
  const { db, market, clock, scheduler } = needs;
  const store = groupCalls({
    call: (group: readonly NewSignal[]) => storeAll(needs, group),
    rejectAfter: {
      ms: storeWaitMs,
      error: () => apiError('database_unavailable', { retryAfterS }),
      after: scheduler.after,
    },
  });

  const requireOpenMarket = createRequireOpenMarket(needs);

  /**
   * Of two concurrent calls one is stored; the other gets an error that identifies the stored
   * signal.
   */
  const notStored = async ({ user, chaseOf, search }: IssueSignalRequest): Promise<Error> => {
    await needs.assertNotStopped(user.id);
    requireNoActive(await listOpenOfUser(db, user.id, clock.now()));
    if (chaseOf) return apiError('chase_not_allowed');
    return new Error(search ? overtaken : 'insert of a signal returned neither a row nor a conflict');
  };

  return async (request) => {
    const durations = requireOpenMarket(request.durations);
    const open = await listOpenOfUser(db, request.user.id, clock.now());
    requireNoActive(open);
    await needs.assertNotStopped(request.user.id);
    // The pair of a reset signal is the one that the trader could not use.
    const resetPairs = request.symbol === undefined ? open.map(({ symbol }) => symbol) : [];
    const exclude = [...request.exclude, ...resetPairs];
    const chosen = await needs.chooseForecast({ ...request, durations, exclude });
    const { forecast } = chosen;
    // A language model takes seconds: the market may have closed, or a limit have been reached.
    requireOpenMarket([forecast.duration]);
    if (chosen.own) await needs.assertNotStopped(request.user.id);
    const analyticsAt = needs.analyze(forecast, request.user.lang, chosen.own);
    const identity = { id: randomUUID(), user: request.user, chaseOf: request.chaseOf ?? null, feed: market.feed.id };
    const rowAt = (at: number): SignalRow => {
      const aged = ageForecast(forecast, at);
      return newRow(identity, { ...chosen, forecast: aged }, analyticsAt(aged, at), at);
    };
    const { withoutEdge } = chosen;
    const isPracticeAllowed = withoutEdge === undefined;
    const row = await store({ row: rowAt(clock.now()), rowAt, isPracticeAllowed, search: request.search });
    if (!row) throw await notStored(request);
    if (!row.hasEdge && withoutEdge) throw await withoutEdge(ageForecast(forecast, row.issuedAt.getTime()));
    return toSignalDto(row);
  };
};

interface NewSignal {
  readonly row: SignalRow;
  /** The same signal as issued at another market time. */
  readonly rowAt: (at: number) => SignalRow;
  /** False: it is not issued if it has lost its edge by its time. */
  readonly isPracticeAllowed: boolean;
  readonly search: AutoRunSearch | undefined;
}

interface Identity extends Pick<SignalRow, 'id' | 'feed' | 'chaseOf'> {
  readonly user: Receiver;
}

const newRow = (
  { id, user, feed, chaseOf }: Identity,
  { forecast, aiModel }: ChosenForecast,
  analytics: Signal['analytics'],
  issuedAt: number,
): SignalRow => ({
  id,
  userId: user.id,
  symbol: forecast.symbol,
  direction: getDirection(forecast.pUp),
  aiModel,
  modelVersion: aiModel === forecast.model ? forecast.modelVersion : `${forecast.model} ${forecast.modelVersion}`,
  duration: forecast.duration,
  pUp: forecast.pUp,
  passability: forecast.passability,
  hasEdge: forecast.signalled,
  feed,
  issuedAt: new Date(issuedAt),
  status: 'entering',
  analytics,
  openPrice: null,
  openedAt: null,
  expiresAt: null,
  closePrice: null,
  result: null,
  voidReason: null,
  chaseOf,
  takenAt: null,
  deletedAt: null,
  late: null,
  freesSlot: false,
});

/**
 * The row of each that was stored, or has lost its edge; null: not stored, because the user has stopped
 * for today or has an active signal, the loss is already chased or the run has moved on.
 */
async function storeAll(needs: IssueSignalDependencies, group: readonly NewSignal[]): Promise<(SignalRow | null)[]> {
  const { db, market, bus, enqueueUserEvents, crashPoint } = needs;
  const stored = await inTransaction(db, async (work) => {
    work.afterCommit(() => crashPoint('issue.after-commit'));
    const going = await leaveOvertaken(work.tx, group);
    if (going.length === 0) return [];
    // The lock of the record decides the order, so times never fall along it.
    const end = await lockFeed(work.tx, market.feed.id);
    const inOrder = issuedInOrder(await leaveStopped(work.tx, needs, going), end.newestAt);
    const wanted = inOrder.filter(isWanted);
    const lost = inOrder.filter((one) => !isWanted(one)).map(toRow);
    if (wanted.length === 0) return lost;
    const ids = await insertSignals(work.tx, wanted.map(toRow));
    const inserted = wanted.filter(({ row }) => ids.has(row.id));
    if (inserted.length === 0) return lost;
    const rows = inserted.map(toRow);
    const ended = inserted.flatMap(({ row: signal, search }) => (search ? [{ search, signal }] : []));
    const runNews = await needs.endSearches(work.tx, ended);
    const news = rows.map((row) => ({ userId: row.userId, name: 'signal' as const, data: toSignalDto(row) }));
    await enqueueUserEvents(work, [...news, ...runNews]);
    await appendLeaves(work.tx, rows.map(toNewLeaf), end);
    work.afterCommit(() => {
      for (const row of rows) bus.notify('signal_issued', enteringSignal(row));
    });
    crashPoint('issue.before-commit');
    return [...lost, ...rows];
  });
  return group.map(({ row }) => stored.find(({ id }) => id === row.id) ?? null);
}

/** A stop for today that was answered has committed before the lock of the record was taken. */
async function leaveStopped(
  tx: Transaction,
  { listAskedStops, clock }: IssueSignalDependencies,
  group: readonly NewSignal[],
): Promise<readonly NewSignal[]> {
  const userIds = group.map(({ row }) => row.userId);
  const stopped = await listAskedStops(tx, userIds, new Date(clock.now()));
  return group.filter(({ row }) => !stopped.has(row.userId));
}

/**
 * Another process may have recorded a signal by a clock that is ahead: the later time is that of
 * this signal too, and its probability is as of then.
 */
function issuedInOrder(wanted: readonly NewSignal[], newestAt: number): NewSignal[] {
  let newest = newestAt;
  return wanted.map((one) => {
    const own = one.row.issuedAt.getTime();
    newest = Math.max(newest, own);
    return newest === own ? one : { ...one, row: one.rowAt(newest) };
  });
}

async function leaveOvertaken(tx: Transaction, group: readonly NewSignal[]): Promise<readonly NewSignal[]> {
  const open = await lockOpenSteps(
    tx,
    group.flatMap(({ search }) => (search ? [toStep(search)] : [])),
  );
  return group.filter(({ search }) => !search || open.has(stepKey(toStep(search))));
}

const toStep = ({ run: { id: sessionId, step } }: AutoRunSearch): AutoRunStep => ({ sessionId, step });
const isWanted = ({ row, isPracticeAllowed }: NewSignal): boolean => row.hasEdge || isPracticeAllowed;
const toRow = ({ row }: NewSignal): SignalRow => row;

const toNewLeaf = (row: SignalRow) => ({
  kind: 'signal' as const,
  signalId: row.id,
  at: row.issuedAt,
  leaf: createLeaf(row),
});

const createLeaf = (row: SignalRow) => ({
  id: row.id,
  model: row.aiModel,
  modelVersion: row.modelVersion,
  symbol: row.symbol,
  direction: row.direction,
  passability: row.passability,
  hasEdge: row.hasEdge,
  duration: row.duration,
  feed: row.feed,
  issuedAt: toInstant(row.issuedAt.getTime()),
  nonce: randomBytes(16).toString('hex'),
});

/**
 * Throws for a trader with an active signal. `open`: the trader's signals without an outcome, of which
 * reset ones that freed their user are not active.
 */
export function requireNoActive(open: readonly SignalRow[]): void {
  const active = open.find(({ freesSlot }) => !freesSlot);
  if (!active) return;
  const availableAt = toInstant(getExpiry(active));
  throw apiError('signal_active', { details: { signal: toSignalDto(active), availableAt } });
}
