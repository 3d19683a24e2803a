import type { Clock } from '#domain/clock.ts';
import { durationMs } from '#domain/duration.ts';
import { limits } from '#domain/limits.ts';
import type { Database } from '#server/database/connection.ts';
import type { EnterSignal } from '#server/modules/signals/enter-signal.ts';
import type { Settler } from '#server/modules/signals/settle-due.ts';
import {
  deleteTicksAfter,
  deleteTicksBefore,
  findFirstTick,
  listOpenSignals,
} from '#server/modules/signals/signals.repository.ts';
import type { Entries } from './entries.ts';
import type { LiveEngine } from './live-engine.ts';

interface Needs {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'watch' | 'feed'>;
  readonly settler: Settler;
  readonly entries: Entries;
  readonly enterSignal: EnterSignal;
  readonly clock: Clock;
}

const tickLogDays = 7;
const slackMs = 60_000;

/**
 * After a start, whatever ended the last run: open signals go on from what the database knows. An entry whose tick was
 * logged is written, others wait for the next tick; expired ones settle from the log; a pair with an open signal is watched again.
 */
export async function resume({ db, engine, settler, entries, enterSignal, clock }: Needs): Promise<void> {
  const now = clock.now();
  // A replay begins again at another place: the time of its earlier signals never comes.
  if (engine.feed.kind === 'replay') {
    await settler.voidOpenOfFeed('replay', 'feed_gap');
    await deleteTicksAfter(db, new Date(now));
  }
  await deleteTicksBefore(db, new Date(now - tickLogDays * 86_400_000));
  for (const signal of await listOpenSignals(db)) {
    const end =
      signal.expiresAt?.getTime() ??
      signal.issuedAt.getTime() + limits.entryWindowMs + durationMs(signal.duration as 5);
    engine.watch(signal.symbol, end + slackMs);
    if (signal.status !== 'entering') continue;
    const tick = await findFirstTick(db, signal.symbol, signal.issuedAt, limits.entryWindowMs);
    const entering = { ...signal, duration: signal.duration as 5, issuedAt: signal.issuedAt.getTime() };
    if (tick) await enterSignal(entering, tick);
    else entries.expect(signal.symbol).stored(entering);
  }
}
