import type { Tick } from '#engine/tick/tick.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { findNewestTicks, insertTicks } from './ticks.repository.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TickLog } from '../signals.api.ts';

const rowsAtOnce = 1_000;

export function createTickLog(db: Database, feed: string, record: RecordApi): TickLog {
  let waiting: Tick[] = [];
  let writing: Promise<void> = Promise.resolve();
  let logged: ReadonlyMap<string, number> = new Map();
  /** Earlier leaders had every tick up to here, because they decided from them. */
  let decidedUntil = Number.NEGATIVE_INFINITY;

  const isNew = ({ symbol, time }: Tick): boolean => time > Math.max(decidedUntil, logged.get(symbol) ?? decidedUntil);

  const write = async (): Promise<void> => {
    // `begin` replaces the queue, so a write under way takes nothing from the next one.
    const queue = waiting;
    while (queue.length > 0) {
      const batch = queue.slice(0, rowsAtOnce);
      await inTransaction(db, ({ tx }) =>
        insertTicks(
          tx,
          batch.map((tick) => toRow(feed, tick)),
        ),
      );
      // Only written ticks leave the queue, so a short database outage loses nothing.
      queue.splice(0, batch.length);
    }
  };

  return {
    begin: async () => {
      waiting = [];
      await writing.catch(() => undefined);
      logged = await findNewestTicks(db, feed);
      decidedUntil = (await record.readDecidedUntil()) ?? Number.NEGATIVE_INFINITY;
      waiting = waiting.filter(isNew);
    },
    isNew,
    add: (tick) => {
      if (isNew(tick)) waiting.push(tick);
    },
    flush: () => {
      writing = writing.then(write, write);
      return writing;
    },
  };
}

export const toRow = (feed: string, { symbol, time, bid, ask }: Tick) => ({
  feed,
  symbol,
  time: new Date(time),
  bid,
  ask,
});
