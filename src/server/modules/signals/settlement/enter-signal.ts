import { priceDigits } from '#domain/market/currency-pair.ts';
import { enter } from '#engine/signal/enter.ts';
import type { EnteringSignal, LiveSignal } from '#engine/signal/open-signal.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { inTransaction } from '#server/database/connection.ts';
import type { Platform } from '#server/start/platform.ts';
import { type SignalRow, updateToLive } from '../signals.repository.ts';
import { insertTicks, type TickRow } from './ticks.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

/**
 * Sets the entry price of an entering signal from this tick. Undefined: the tick does not decide
 * the entry, or the signal has already entered.
 */
export type EnterSignal = (signal: EnteringSignal, tick: TickRow) => Promise<SignalRow | undefined>;

type EnterSignalDependencies = Pick<Platform, 'db' | 'enqueueUserEvents' | 'crashPoint'>;

/**
 * The deciding tick is saved in the same transaction, so the source of a price is never lost. One
 * tick is the entry of all waiting signals, so entries are written as one batch.
 */
export const createEnterSignal = (needs: EnterSignalDependencies): EnterSignal => {
  const write = groupCalls({ call: (group: readonly Entry[]) => writeEntries(needs, group) });
  return async (signal, tick) => {
    const digits = priceDigits(signal.symbol);
    const live = enter(signal, { time: tick.time.getTime(), bid: tick.bid, ask: tick.ask }, digits);
    return live === 'waiting' || live === 'missed' ? undefined : write({ live, tick });
  };
};

interface Entry {
  readonly live: LiveSignal;
  readonly tick: TickRow;
}

async function writeEntries(
  { db, enqueueUserEvents, crashPoint }: EnterSignalDependencies,
  entries: readonly Entry[],
): Promise<(SignalRow | undefined)[]> {
  const rows = await inTransaction(db, async (work) => {
    work.afterCommit(() => crashPoint('entry.after-commit'));
    await insertTicks(
      work.tx,
      entries.map(({ tick }) => tick),
    );
    const entered = await updateToLive(work.tx, entries.map(getColumns));
    if (entered.length === 0) return entered;
    const shown = entered.filter((row) => row.deletedAt === null);
    const news = shown.map((row) => ({ userId: row.userId, name: 'signal' as const, data: toSignalDto(row) }));
    await enqueueUserEvents(work, news);
    crashPoint('entry.before-commit');
    return entered;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.map(({ live }) => byId.get(live.id));
}

const getColumns = ({ live }: Entry) => ({
  id: live.id,
  openPrice: live.openPrice,
  openedAt: new Date(live.openedAt),
  expiresAt: new Date(live.expiresAt),
});
