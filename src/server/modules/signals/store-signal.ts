import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from '#server/start/platform.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import type { AutoRunSearch, EndSearches } from './auto-runs/auto-run-store.ts';
import { type AutoRunStep, lockOpenSteps, stepKey } from './auto-runs/auto-runs.repository.ts';
import { enteringSignal } from './settlement/engine-signal.ts';
import { insertSignals, type SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

interface NewSignal {
  readonly row: SignalRow;
  /** The same signal as issued at another market time. */
  readonly rowAt: (at: number) => SignalRow;
  /** False: it is not issued if it has lost its edge by its time. */
  readonly isPracticeAllowed: boolean;
  readonly search: AutoRunSearch | undefined;
}

/**
 * The row as stored, or one that has lost its edge; null: not stored, because the user has stopped for
 * today or has an active signal, the loss is already chased or the run has moved on.
 */
export type StoreSignal = (signal: NewSignal) => Promise<SignalRow | null>;

interface StoreSignalDependencies extends Pick<Platform, 'db' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint'> {
  readonly feed: string;
  /** Notifies the leading process, which enters the signal. */
  readonly bus: Pick<Bus, 'notify'>;
  readonly listStopped: DayStopApi['listStopped'];
  readonly endSearches: EndSearches;
}

/** Same timeout as for a free connection, so that no calls queue up behind a slow database. */
const storeWaitMs = 1_000;
const retryAfterS = 5;
const clockRetryS = 60;

/** Stores a signal with its leaf and its user event; those of one moment share a transaction. */
export const createStoreSignal = (needs: StoreSignalDependencies): StoreSignal =>
  groupCalls({
    call: (group: readonly NewSignal[]) => storeAll(needs, group),
    rejectAfter: {
      ms: storeWaitMs,
      error: () => apiError('database_unavailable', { retryAfterS }),
      after: needs.scheduler.after,
    },
  });

async function storeAll(needs: StoreSignalDependencies, group: readonly NewSignal[]): Promise<(SignalRow | null)[]> {
  const { db, feed, bus, enqueueUserEvents, crashPoint } = needs;
  const stored = await inTransaction(db, async (work) => {
    work.afterCommit(() => crashPoint('issue.after-commit'));
    const going = await excludeSuperseded(work.tx, group);
    if (going.length === 0) return [];
    // The lock of the record decides the order, so times never fall along it.
    const end = await lockFeed(work.tx, feed);
    const inOrder = issuedInOrder(await excludeStopped(work.tx, needs, going), end.newestAt);
    const wanted = inOrder.filter(isWanted);
    const lost = inOrder.filter((one) => !isWanted(one)).map(toSignalRow);
    if (wanted.length === 0) return lost;
    const ids = await insertSignals(work.tx, wanted.map(toSignalRow));
    const inserted = wanted.filter(({ row }) => ids.has(row.id));
    if (inserted.length === 0) return lost;
    const rows = inserted.map(toSignalRow);
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
async function excludeStopped(
  tx: Transaction,
  { listStopped }: StoreSignalDependencies,
  group: readonly NewSignal[],
): Promise<readonly NewSignal[]> {
  const userIds = group.map(({ row }) => row.userId);
  const stopped = await listStopped(userIds, tx);
  return group.filter(({ row }) => !stopped.has(row.userId));
}

/**
 * Another process may have recorded a signal by a clock that is a little ahead: the later time is that
 * of this signal too, and its probability is as of then.
 */
function issuedInOrder(wanted: readonly NewSignal[], newestAt: number): NewSignal[] {
  let newest = newestAt;
  return wanted.map((one) => {
    const own = one.row.issuedAt.getTime();
    const issuedAt = issueTime(own, newest);
    if (issuedAt === null) throw apiError('clock_wrong', { retryAfterS: clockRetryS });
    newest = issuedAt;
    return newest === own ? one : { ...one, row: one.rowAt(newest) };
  });
}

async function excludeSuperseded(tx: Transaction, group: readonly NewSignal[]): Promise<readonly NewSignal[]> {
  const open = await lockOpenSteps(
    tx,
    group.flatMap(({ search }) => (search ? [toStep(search)] : [])),
  );
  return group.filter(({ search }) => !search || open.has(stepKey(toStep(search))));
}

const toStep = ({ run: { id: sessionId, step } }: AutoRunSearch): AutoRunStep => ({ sessionId, step });
const isWanted = ({ row, isPracticeAllowed }: NewSignal): boolean => row.hasEdge || isPracticeAllowed;
const toSignalRow = ({ row }: NewSignal): SignalRow => row;

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
