import { type JudgedTrade, judgeTrades } from '#domain/contest/contest-rules.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { BrokerUnavailable, type TradeList } from '#server/integrations/broker/broker.ts';
import type { Platform } from '#server/start/platform.ts';
import { type ContestHead, holdOpen } from './contests.repository.ts';
import {
  insertTrades,
  listFreeSignals,
  listTradeIds,
  lockEntry,
  markSynced,
  type TradeRow,
} from './entries.repository.ts';

/**
 * Reads a participant's trades from the broker and saves what they count. Rejects while the broker
 * is down.
 */
export type SyncTrades = (contest: ContestHead, userId: string, traderId: string) => Promise<void>;

interface Participant {
  readonly userId: string;
  readonly referralId: string | null;
}

export type SyncEach = (
  contest: ContestHead,
  participants: readonly Participant[],
  stopping?: AbortSignal,
) => Promise<void>;

interface SyncTradesDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly tradeList: TradeList;
}

export const createSyncTrades =
  ({ db, tradeList, clock }: SyncTradesDependencies): SyncTrades =>
  async ({ id: contestId, startsAt, endsAt }, userId, traderId) => {
    const requestedAt = new Date(clock.now());
    const listed = (await tradeList.listTrades(traderId, startsAt.getTime())) ?? [];
    await inTransaction(db, async ({ tx }) => {
      const entry = (await holdOpen(tx, contestId)) && (await lockEntry(tx, contestId, userId));
      if (!entry) return;
      const known = new Set(await listTradeIds(tx, contestId, userId));
      const fresh = listed.filter(({ id, closesAt }) => !known.has(id) && closesAt <= requestedAt.getTime());
      const signals = await listFreeSignals(tx, { contestId, userId, from: startsAt, to: endsAt });
      const judged = judgeTrades(fresh, signals, { startsAt: startsAt.getTime(), endsAt: endsAt.getTime() });
      await insertTrades(tx, judged.map(toTradeRow(contestId, userId)));
      await markSynced(tx, entry, requestedAt);
    });
  };

/**
 * One participant after the other; an error of one leaves the others' trades to be read. A broker
 * that is down costs little: its circuit breaker rejects the remaining calls at once.
 */
export const createSyncEach =
  (syncTrades: SyncTrades, log: Platform['log']): SyncEach =>
  async (contest, participants, stopping) => {
    for (const { userId, referralId } of participants) {
      if (stopping?.aborted) return;
      if (referralId === null) continue;
      await syncTrades(contest, userId, referralId).catch((error: unknown) => {
        if (error instanceof BrokerUnavailable)
          return log.info({ reason: error.message, userId }, 'reading the trades of a participant failed');
        log.error({ err: error, contest: contest.id, userId }, 'the trades of a participant were not saved; retrying');
      });
    }
  };

const toTradeRow =
  (contestId: string, userId: string) =>
  ({ trade, signalId, reason }: JudgedTrade): TradeRow => ({
    contestId,
    userId,
    tradeId: trade.id,
    symbol: trade.symbol,
    stake: trade.stake,
    openedAt: new Date(trade.openedAt),
    result: toResult(trade.profit ?? 0),
    signalId,
    reason,
  });

const toResult = (profit: number): TradeRow['result'] =>
  profit > 0 ? 'successful' : profit < 0 ? 'unsuccessful' : 'neutral';
