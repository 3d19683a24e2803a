import { isId } from '#contract/wire.ts';
import type { Analytics, Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { hourMs } from '#domain/time.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { SignalsContext } from './signals-context.ts';
import {
  countFreed,
  findSignalOfUser,
  listSettledOfUser,
  listSignalsOfUser,
  lockSignal,
  markDeleted,
  type SignalRow,
  markTaken,
} from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';
import { isDeepStrictEqual } from 'node:util';

const newest = 50;

export const listSignals = async (db: Database, userId: string): Promise<Signal[]> =>
  (await listSignalsOfUser(db, userId, newest)).map(toSignalDto);

/** The newest settled ones. */
export const listResults = async (db: Database, userId: string, limit: number): Promise<Signal[]> =>
  (await listSettledOfUser(db, userId, limit)).map(toSignalDto);

/** An administrator reads another user's signals; the access is written to the audit log. */
export async function readOthersSignals(ctx: SignalsContext, actorId: string, targetId: string): Promise<Signal[]> {
  if (!(await ctx.accounts.findUser(targetId))) throw apiError('not_found');
  const at = new Date(ctx.clock.now());
  await inTransaction(ctx.db, ({ tx }) => writeAudit(tx, { actorId, action: 'signals.read', targetId, at }));
  return listSignals(ctx.db, targetId);
}

/**
 * "Reset": hides the signal from the user's lists; it is still settled and recorded. An open one
 * frees its user for the next signal, a few times an hour; after that it is active until it is settled.
 */
export async function deleteSignal({ db, marketClock }: SignalsContext, userId: string, signalId: string) {
  const { id } = await getOwnSignal(db, userId, signalId);
  await inTransaction(db, async ({ tx }) => {
    const signal = await lockSignal(tx, id);
    // Another call reset it meanwhile.
    if (!signal || signal.deletedAt !== null) return;
    const now = marketClock.now();
    const freed = await countFreed(tx, userId, new Date(now - hourMs));
    const freesSlot = signal.status !== 'settled' && freed < signalLimits.resetsPerHour;
    await markDeleted(tx, id, { deletedAt: new Date(now), freesSlot });
  });
}

export async function explainSignal(
  { db }: SignalsContext,
  userId: string,
  signalId: string,
  model: AiModelKey,
): Promise<Analytics> {
  const signal = await getOwnSignal(db, userId, signalId);
  if (signal.aiModel !== model) throw apiError('signal_not_found');
  return signal.analytics;
}

async function getOwnSignal(db: Database, userId: string, signalId: string): Promise<SignalRow> {
  const signal = isId(signalId) ? await findSignalOfUser(db, signalId, userId) : undefined;
  if (!signal) throw apiError('signal_not_found');
  return signal;
}

const issuedFields = [
  'symbol',
  'signal',
  'time',
  'duration',
  'aiModel',
  'passability',
  'payout',
  'hasEdge',
  'chaseOf',
  'analytics',
] as const;
const laterFields = ['openPrice', 'openedAt', 'closePrice', 'expiresAt', 'result', 'voidReason', 'isWinner'] as const;

/**
 * The user takes a signal as issued. The body must match the issued signal; fields set after the
 * issue may be absent or stale.
 */
export async function takeSignal(
  { db, marketClock }: SignalsContext,
  userId: string,
  claimed: Signal,
): Promise<{ signal: Signal; isFirst: boolean }> {
  const row = await findSignalOfUser(db, claimed.id, userId);
  if (!row) throw apiError('signal_not_found');
  const signal = toSignalDto(row);
  const field = mismatch(claimed, signal);
  if (field) throw apiError('signal_mismatch', { details: { field } });
  if (row.takenAt) return { signal, isFirst: false };
  const now = marketClock.now();
  if (isExpired(row, now)) throw apiError('signal_expired');
  return { signal, isFirst: await markTaken(db, row.id, new Date(now)) };
}

/** Order of the states: the client's copy may be behind, never ahead. */
const stages = ['entering', 'live', 'settled'];

/** Fields fixed at issue must be equal; later fields may be null or equal. */
function mismatch(claimed: Signal, issued: Signal): string | undefined {
  const differs = issuedFields.find((field) => !isDeepStrictEqual(claimed[field], issued[field]));
  if (differs) return differs;
  if (stages.indexOf(claimed.status) > stages.indexOf(issued.status)) return 'status';
  return laterFields.find((field) => claimed[field] !== null && claimed[field] !== issued[field]);
}

const isExpired = (row: SignalRow, now: number): boolean =>
  row.status === 'settled' || (row.expiresAt !== null && row.expiresAt.getTime() <= now);
