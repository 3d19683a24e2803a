import { isId } from '#contract/wire.ts';
import type { Analytics, Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { MarketClock, WallClock } from '#domain/clock.ts';
import { limits } from '#domain/signals/limits.ts';
import { hourMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { SignalsApi } from './signals.api.ts';
import {
  countFreed,
  findSignalOfUser,
  listSettledOfUser,
  listSignalsOfUser,
  lockSignal,
  markDeleted,
  type SignalRow,
} from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

export type ListSignals = (userId: string) => Promise<Signal[]>;
export type DeleteSignal = (userId: string, signalId: string) => Promise<void>;
export type ExplainSignal = (userId: string, signalId: string, model: AiModelKey) => Promise<Analytics>;

const newest = 50;

export const createListSignals =
  (db: Database): ListSignals =>
  async (userId) =>
    (await listSignalsOfUser(db, userId, newest)).map(toSignalDto);

export const createListResults =
  (db: Database): SignalsApi['listResults'] =>
  async (userId, limit) =>
    (await listSettledOfUser(db, userId, limit)).map(toSignalDto);

/** An administrator reads another user's signals; the access is written to the audit log. */
export type ReadOthersSignals = (adminId: string, userId: string) => Promise<Signal[]>;

interface ReadOthersSignalsDependencies {
  readonly db: Database;
  readonly clock: WallClock;
  readonly findUser: AccountsApi['findUser'];
}

export const createReadOthersSignals =
  ({ db, clock, findUser }: ReadOthersSignalsDependencies): ReadOthersSignals =>
  async (actorId, targetId) => {
    if (!(await findUser(targetId))) throw apiError('not_found');
    const at = new Date(clock.now());
    await inTransaction(db, ({ tx }) => writeAudit(tx, { actorId, action: 'signals.read', targetId, at }));
    return createListSignals(db)(targetId);
  };

/**
 * "Reset": hides the signal from the user's lists; it is still settled and recorded. An open one
 * frees its user for the next signal, a few times an hour; after that it is active until it is settled.
 */
export const createDeleteSignal =
  ({ db, clock }: { db: Database; clock: MarketClock }): DeleteSignal =>
  async (userId, signalId) => {
    const { id } = await getOwnSignal(db, userId, signalId);
    await inTransaction(db, async ({ tx }) => {
      const signal = await lockSignal(tx, id);
      // Another call reset it meanwhile.
      if (!signal || signal.deletedAt !== null) return;
      const now = clock.now();
      const freed = await countFreed(tx, userId, new Date(now - hourMs));
      const freesSlot = signal.status !== 'settled' && freed < limits.resetsPerHour;
      await markDeleted(tx, id, { deletedAt: new Date(now), freesSlot });
    });
  };

export const createExplainSignal =
  (db: Database): ExplainSignal =>
  async (userId, signalId, model) => {
    const signal = await getOwnSignal(db, userId, signalId);
    if (signal.aiModel !== model) throw apiError('signal_not_found');
    return signal.analytics;
  };

async function getOwnSignal(db: Database, userId: string, signalId: string): Promise<SignalRow> {
  const signal = isId(signalId) ? await findSignalOfUser(db, signalId, userId) : undefined;
  if (!signal) throw apiError('signal_not_found');
  return signal;
}
