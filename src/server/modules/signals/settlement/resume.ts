import { restartingReplay } from '#domain/market/replay-feed.ts';
import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { getExpiry } from './engine-signal.ts';
import type { EnterLate } from './enter-late.ts';
import type { Settler } from './settle-due.ts';
import { listOpenSignals } from '../signals.repository.ts';
import { deleteTicksOfFeed } from './ticks.repository.ts';
import type { Entries } from './entries.ts';
import type { WatchedPairs } from './watched-pairs.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';

interface ResumeDependencies {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'feed'>;
  readonly pairs: Pick<WatchedPairs, 'watch'>;
  readonly settler: Settler;
  readonly entries: Entries;
  readonly enterLate: EnterLate;
}

const slackMs = minuteMs;

/**
 * After a start, open signals resume from the database, however the last run ended. An entry whose
 * tick was logged is written, others wait for the next tick; expired signals settle from the log; a
 * pair with an open signal is watched again. Signals of another market wait for their expiry,
 * unless that market runs again before.
 */
export async function resume({ db, engine, pairs, settler, entries, enterLate }: ResumeDependencies): Promise<void> {
  const { id } = engine.feed;
  // It begins at another position each time, so the prices of its earlier signals never arrive.
  if (id === restartingReplay) {
    while ((await settler.voidOpen()) > 0);
    while ((await deleteTicksOfFeed(db, id)) > 0);
  }
  for (const signal of await listOpenSignals(db, { only: id }))
    pairs.watch(signal.symbol, signal.issuedAt.getTime(), getExpiry(signal) + slackMs);
  for (const signal of await enterLate()) entries.add(signal);
}
