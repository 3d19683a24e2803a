import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { UserEvent } from '#server/modules/events/events.api.ts';
import type { SignalLeaf } from '#record/leaf.ts';
import { appendLeaves, lockRecord, type RecordHead } from '#server/modules/record/append/append-leaves.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import type { AutoRunSearch, EndedSearch } from './auto-runs/auto-run.ts';
import { type AutoRunStep, lockOpenSteps, stepKey } from './auto-runs/auto-runs.repository.ts';
import { enteringSignal } from './settlement/engine-signal.ts';
import { createSignalLeaves, type PassedOn } from './record-signal.ts';
import { insertSignals, type SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

interface NewSignal {
  readonly row: SignalRow;
  /** The same signal as issued at another market time. */
  readonly rowAt: (at: number) => SignalRow;
  /** False: it is not issued if it has lost its edge by its time. */
  readonly isPracticeAllowed: boolean;
  readonly passedOn: PassedOn;
  readonly search: AutoRunSearch | undefined;
}

/**
 * The row as stored, or one that has lost its edge; null: not stored, because the user has stopped for
 * today or has an active signal, the loss is already chased or the run has moved on. `not_stated`:
 * the record does not state its forecast, or not any more.
 */
export type StoreSignal = (signal: NewSignal) => Promise<Stored>;

interface StoreSignalDependencies extends Pick<Platform, 'db' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint'> {
  readonly record: Pick<RecordApi, 'readMarketState'>;
  /** Notifies the leading process, which enters the signal. */
  readonly bus: Pick<Bus, 'notify'>;
  readonly listStopped: DayStopApi['listStopped'];
  /** Moves runs on to their new signals; returns the events to be published with these. */
  readonly endSearches: (tx: Transaction, ended: readonly EndedSearch[]) => Promise<readonly UserEvent[]>;
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

type Stored = SignalRow | 'not_stated' | null;

async function storeAll(needs: StoreSignalDependencies, group: readonly NewSignal[]): Promise<Stored[]> {
  try {
    return await storeFree(needs, group);
  } catch (error) {
    if (!(error instanceof NotFree)) throw error;
    const free = group.filter(({ row }) => !error.ids.has(row.id));
    const stored = free.length > 0 ? await storeAll(needs, free) : [];
    return group.map((one) => stored[free.indexOf(one)] ?? null);
  }
}

async function storeFree(needs: StoreSignalDependencies, group: readonly NewSignal[]): Promise<Stored[]> {
  const { db, record, bus, enqueueUserEvents, crashPoint } = needs;
  const state = await record.readMarketState();
  const notStated = new Set<string>();
  const stored = await inTransaction(db, async (work) => {
    work.afterCommit(() => crashPoint('issue.after-commit'));
    const going = await excludeSuperseded(work.tx, group);
    if (going.length === 0) return [];
    // The lock of the record decides the order, so times never fall along it.
    const head = await lockRecord(work.tx);
    const isKept = state === 'kept' || state === 'starting';
    const newestAt = isKept ? head.newestAt : Number.NEGATIVE_INFINITY;
    const inOrder = issuedInOrder(await excludeStopped(work.tx, needs, going), newestAt);
    const lost = inOrder.filter((one) => !isWanted(one)).map(toSignalRow);
    const leaves = new Map<string, SignalLeaf>();
    const createLeaf = createSignalLeaves(work.tx, head);
    notStated.clear();
    for (const one of isKept ? inOrder.filter(isWanted) : []) {
      const leaf = await createLeaf(one.row, one.passedOn);
      if (leaf) leaves.set(one.row.id, leaf);
      else notStated.add(one.row.id);
    }
    const wanted = inOrder.filter((one) => isWanted(one) && !notStated.has(one.row.id));
    const inserted = await insertNew(work.tx, wanted, isKept ? head : null);
    if (inserted.length === 0) return lost;
    const rows = inserted.map(toSignalRow);
    const ended = inserted.flatMap(({ row: signal, search }) => (search ? [{ search, signal }] : []));
    const runNews = await needs.endSearches(work.tx, ended);
    const news = rows.map((row) => ({ userId: row.userId, name: 'signal' as const, data: toSignalDto(row) }));
    await enqueueUserEvents(work, [...news, ...runNews]);
    await appendLeaves(
      work.tx,
      head,
      rows.flatMap(({ id }) => leaves.get(id) ?? []),
    );
    work.afterCommit(() => {
      for (const row of rows) bus.notify('signal_issued', enteringSignal(row));
    });
    crashPoint('issue.before-commit');
    return [...lost, ...rows];
  });
  return group.map(({ row }) =>
    notStated.has(row.id) ? 'not_stated' : (stored.find(({ id }) => id === row.id) ?? null),
  );
}

/** Each with the place of its leaf, from the head of the record on; a head of null: they have none. */
async function insertNew(
  tx: Transaction,
  wanted: readonly NewSignal[],
  head: RecordHead | null,
): Promise<readonly NewSignal[]> {
  if (wanted.length === 0) return [];
  const placed = wanted.map((one, i) => ({
    ...one,
    row: { ...one.row, recordIndex: head ? head.size + i : null },
  }));
  const ids = await insertSignals(tx, placed.map(toSignalRow));
  const kept = placed.filter(({ row }) => !ids.has(row.id)).map(({ row }) => row.id);
  if (kept.length > 0) throw new NotFree(new Set(kept));
  return placed;
}

/** These users have an active signal, which they keep; the places of the others move up. */
class NotFree extends Error {
  readonly ids: ReadonlySet<string>;

  constructor(ids: ReadonlySet<string>) {
    super('an active signal, or a loss that is chased');
    this.ids = ids;
  }
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
