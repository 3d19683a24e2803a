import { isId } from '#contract/wire.ts';
import type { Analytics, Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { limits } from '#domain/signals/limits.ts';
import { hourMs, type MarketClock } from '#domain/time.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import type { SignalsApi } from './signals.api.ts';
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

interface OwnSignalsDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  readonly findUser: AccountsApi['findUser'];
}

const newest = 50;

/** The signals of a user once they are issued. */
export function createOwnSignals({ db, clock, marketClock, findUser }: OwnSignalsDependencies) {
  const listSignals = async (userId: string): Promise<Signal[]> =>
    (await listSignalsOfUser(db, userId, newest)).map(toSignalDto);

  const getOwnSignal = async (userId: string, signalId: string): Promise<SignalRow> => {
    const signal = isId(signalId) ? await findSignalOfUser(db, signalId, userId) : undefined;
    if (!signal) throw apiError('signal_not_found');
    return signal;
  };

  return {
    listSignals,
    takeSignal: createTakeSignal({ db, clock: marketClock }),
    /** An administrator reads another user's signals; the access is written to the audit log. */
    readOthersSignals: async (actorId: string, targetId: string): Promise<Signal[]> => {
      if (!(await findUser(targetId))) throw apiError('not_found');
      const at = new Date(clock.now());
      await inTransaction(db, ({ tx }) => writeAudit(tx, { actorId, action: 'signals.read', targetId, at }));
      return listSignals(targetId);
    },
    /**
     * "Reset": hides the signal from the user's lists; it is still settled and recorded. An open one
     * frees its user for the next signal, a few times an hour; after that it is active until it is settled.
     */
    deleteSignal: async (userId: string, signalId: string): Promise<void> => {
      const { id } = await getOwnSignal(userId, signalId);
      await inTransaction(db, async ({ tx }) => {
        const signal = await lockSignal(tx, id);
        // Another call reset it meanwhile.
        if (!signal || signal.deletedAt !== null) return;
        const now = marketClock.now();
        const freed = await countFreed(tx, userId, new Date(now - hourMs));
        const freesSlot = signal.status !== 'settled' && freed < limits.resetsPerHour;
        await markDeleted(tx, id, { deletedAt: new Date(now), freesSlot });
      });
    },
    explainSignal: async (userId: string, signalId: string, model: AiModelKey): Promise<Analytics> => {
      const signal = await getOwnSignal(userId, signalId);
      if (signal.aiModel !== model) throw apiError('signal_not_found');
      return signal.analytics;
    },
  };
}

export const createListResults =
  (db: Database): SignalsApi['listResults'] =>
  async (userId, limit) =>
    (await listSettledOfUser(db, userId, limit)).map(toSignalDto);

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
const createTakeSignal =
  ({ db, clock }: { db: Database; clock: MarketClock }) =>
  async (userId: string, claimed: Signal): Promise<{ signal: Signal; isFirst: boolean }> => {
    const row = await findSignalOfUser(db, claimed.id, userId);
    if (!row) throw apiError('signal_not_found');
    const signal = toSignalDto(row);
    const field = mismatch(claimed, signal);
    if (field) throw apiError('signal_mismatch', { details: { field } });
    if (row.takenAt) return { signal, isFirst: false };
    if (isExpired(row, clock.now())) throw apiError('signal_expired');
    return { signal, isFirst: await markTaken(db, row.id, new Date(clock.now())) };
  };

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
