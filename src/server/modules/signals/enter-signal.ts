import { findPair } from '#domain/currency-pair.ts';
import { enter } from '#engine/signal/enter.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { ReachCrashPoint } from '#server/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import type { TellUsers } from '#server/modules/events/tell-users.ts';
import { insertTicks, type SignalRow, type TickRow, updateToLive } from './signals.repository.ts';
import { wireSignal } from './wire-signal.ts';

/** Gives an entering signal its entry price from this tick. Undefined: the tick does not decide, or it was done before. */
export type EnterSignal = (signal: EnteringSignal, tick: TickRow) => Promise<SignalRow | undefined>;

interface Needs {
  readonly db: Database;
  readonly tellUsers: TellUsers;
  readonly reach: ReachCrashPoint;
}

/** The deciding tick is kept in the same transaction: what a price came from never gets lost. */
export const createEnterSignal =
  ({ db, tellUsers, reach }: Needs): EnterSignal =>
  async (signal, tick) => {
    const digits = findPair(signal.symbol)?.digits ?? 5;
    const entry = enter(signal, { time: tick.time.getTime(), bid: tick.bid, ask: tick.ask }, digits);
    if (entry === 'waiting' || entry === 'missed') return undefined;
    const done = await db.transaction(async (tx) => {
      await insertTicks(tx, [tick]);
      const row = await updateToLive(tx, signal.id, {
        openPrice: entry.openPrice,
        openedAt: new Date(entry.openedAt),
        expiresAt: new Date(entry.expiresAt),
      });
      if (!row) return undefined;
      const publish = await tellUsers(tx, [{ userId: row.userId, name: 'signal', data: wireSignal(row) }], tick.time);
      reach('entry.before-commit');
      return { row, publish };
    });
    reach('entry.after-commit');
    done?.publish();
    return done?.row;
  };
