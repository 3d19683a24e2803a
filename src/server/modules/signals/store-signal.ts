import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { minuteMs } from '#domain/time.ts';
import { type MinuteLeaf, recordLimits, type SignalLeaf } from '#record/leaf.ts';
import { ageProbability, pairInTurn, parseForecasts, roundProbability, statedFrom } from '#record/lines.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { appendLeaves, lockRecord, type RecordHead } from '#server/modules/record/append/append-leaves.ts';
import { findCurrentMinute, findGenesis, findLeaf, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import { endSearches, toStep } from './auto-runs/auto-run.ts';
import { lockOpenSteps, stepKey } from './auto-runs/auto-runs.repository.ts';
import { toNewRow } from './draft-signal.ts';
import { enteringSignal } from './settlement/entries.ts';
import type { NewSignal, SignalsContext, StoredSignal } from './signals-context.ts';
import { insertSignals, type SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

/** Same timeout as for a free connection, so that no calls queue up behind a slow database. */
const storeWaitMs = 1_000;
const retryAfterS = 5;
const clockRetryS = 60;

/** How long a signal waits for the group before it. */
export const storeTimeout = { ms: storeWaitMs, error: () => apiError('database_unavailable', { retryAfterS }) };

/** Signals of one moment share a transaction: `storing` groups them, and calls `storeAll`. */
export const storeSignal = (ctx: SignalsContext, signal: NewSignal): Promise<StoredSignal> => ctx.storing(signal);

/** Stores signals with their leaves and user events in one transaction. */
export async function storeAll(ctx: SignalsContext, group: readonly NewSignal[]): Promise<readonly StoredSignal[]> {
  try {
    return await storeFree(ctx, group);
  } catch (error) {
    if (!(error instanceof NotFree)) throw error;
    const free = group.filter(({ row }) => !error.ids.has(row.id));
    const stored = free.length > 0 ? await storeAll(ctx, free) : [];
    return group.map((one) => stored[free.indexOf(one)] ?? 'not_free');
  }
}

async function storeFree(ctx: SignalsContext, group: readonly NewSignal[]): Promise<StoredSignal[]> {
  const { db, record, bus, enqueueUserEvents, crashPoint } = ctx;
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
    const inOrder = issuedInOrder(await excludeStopped(ctx, work.tx, going), newestAt);
    const lost = inOrder.filter((one) => !isWanted(one)).map(toSignalRow);
    const leaves = new Map<string, SignalLeaf>();
    const createLeaf = createSignalLeaves(work.tx, head);
    notStated.clear();
    for (const one of isKept ? inOrder.filter(isWanted) : []) {
      const leaf = await createLeaf(one);
      if (leaf) leaves.set(one.row.id, leaf);
      else notStated.add(one.row.id);
    }
    const wanted = inOrder.filter((one) => isWanted(one) && !notStated.has(one.row.id));
    const inserted = await insertNew(work.tx, wanted, isKept ? head : null);
    if (inserted.length === 0) return lost;
    const rows = inserted.map(toSignalRow);
    const ended = inserted.flatMap(({ row: signal, search }) => (search ? [{ search, signal }] : []));
    const runNews = await endSearches(ctx, work.tx, ended);
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
    notStated.has(row.id) ? 'not_stated' : (stored.find(({ id }) => id === row.id) ?? 'not_free'),
  );
}

/** Each with the index of its leaf, from the head of the record on; a head of null: they have none. */
async function insertNew(
  tx: Transaction,
  wanted: readonly NewSignal[],
  head: RecordHead | null,
): Promise<readonly NewSignal[]> {
  if (wanted.length === 0) return [];
  const indexed = wanted.map((one, i) => ({
    ...one,
    row: { ...one.row, recordIndex: head ? head.size + i : null },
  }));
  const ids = await insertSignals(tx, indexed.map(toSignalRow));
  const kept = indexed.filter(({ row }) => !ids.has(row.id)).map(({ row }) => row.id);
  if (kept.length > 0) throw new NotFree(new Set(kept));
  return indexed;
}

/** These users have an active signal, which they keep; the leaves of the others move up. */
class NotFree extends Error {
  readonly ids: ReadonlySet<string>;

  constructor(ids: ReadonlySet<string>) {
    super('an active signal, or a loss that is chased');
    this.ids = ids;
  }
}

/** A stop for today that was answered has committed before the lock of the record was taken. */
async function excludeStopped(
  { dayStop }: SignalsContext,
  tx: Transaction,
  group: readonly NewSignal[],
): Promise<readonly NewSignal[]> {
  const userIds = group.map(({ row }) => row.userId);
  const stopped = await dayStop.listStopped(userIds, tx);
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
    return newest === own ? one : { ...one, row: toNewRow(one.draft, newest) };
  });
}

async function excludeSuperseded(tx: Transaction, group: readonly NewSignal[]): Promise<readonly NewSignal[]> {
  const open = await lockOpenSteps(
    tx,
    group.flatMap(({ search }) => (search ? [toStep(search.run)] : [])),
  );
  return group.filter(({ search }) => !search || open.has(stepKey(toStep(search.run))));
}

const isWanted = ({ row, isPracticeStored }: NewSignal): boolean => row.hasEdge || isPracticeStored;
const toSignalRow = ({ row }: NewSignal): SignalRow => row;

/**
 * Returns what makes the leaf of a signal at the time of its row; null: nothing recorded states it, so it is
 * not issued. Under the lock of the record; reads each minute once.
 */
function createSignalLeaves(tx: Transaction, head: RecordHead) {
  const minutes = new Map<string, Promise<{ readonly index: number; readonly leaf: MinuteLeaf } | null>>();

  const readMinute = async (minute: number, at: number) => {
    const index = await findCurrentMinute(tx, head, { minute, at, withinMs: recordLimits.previousMinuteMs });
    const row = index === null ? undefined : await findLeaf(tx, index);
    const leaf = row && readLeaf(row);
    return row && leaf?.kind === 'minute' ? { index: row.index, leaf } : null;
  };

  return async ({ row, draft, isManual }: NewSignal): Promise<SignalLeaf | null> => {
    const { forecast, llm } = draft.chosen;
    const at = row.issuedAt.getTime();
    if (at - forecast.barTime - minuteMs > recordLimits.passedOnWithinMs) return null;
    const leaf = {
      kind: 'signal' as const,
      manual: isManual,
      // A manual request passes on what another model states.
      model: forecast.model,
      pair: row.symbol,
      duration: row.duration,
      side: row.direction,
      probability: roundProbability(row.passability),
      payout: row.payout,
      at: toInstant(at),
      nonce: randomBytes(16).toString('hex'),
    };
    if (leaf.model === 'manual') return null;
    const signal = { ...leaf, model: leaf.model };
    if (llm && llm.recordIndex !== null) return { ...signal, of: llm.recordIndex };
    const key = `${forecast.barTime} ${at}`;
    const reading = minutes.get(key) ?? readMinute(forecast.barTime, at);
    minutes.set(key, reading);
    const minute = await reading;
    const genesis = minute && (await findGenesis(tx));
    return genesis && isStatedBy(minute.leaf, { ...signal, of: minute.index }, genesis.pairs)
      ? { ...signal, of: minute.index }
      : null;
  };
}

/** Percentage points: two roundings to the second decimal. */
const agedTolerance = 0.015;

/** Whether the minute states it, or leaves it out as practice that follows from the same bars. */
function isStatedBy(minute: MinuteLeaf, signal: SignalLeaf, pairs: readonly string[]): boolean {
  const lines = minute.forecasts.flatMap((line) => parseForecasts(line) ?? []);
  const own = lines.find(({ model }) => model === signal.model);
  const stated = own?.forecasts.find(({ pair, duration }) => pair === signal.pair && duration === signal.duration);
  if (!own || minute.without.includes(signal.pair)) return false;
  if (!stated) return signal.probability < statedFrom && pairInTurn(pairs, Date.parse(minute.minute)) !== signal.pair;
  const closed = Date.parse(minute.minute) + minuteMs;
  const aged = ageProbability(stated, { closed, from: Date.parse(minute.at), to: Date.parse(signal.at) });
  return stated.side === signal.side && Math.abs(aged - signal.probability) <= agedTolerance;
}
