import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#domain/time.ts';
import { leafHash } from '#engine/record/hash.ts';
import { canonicalLeaf } from '#engine/record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { appendLeaves, type NewLeaf } from '#server/modules/record/append-leaves.ts';
import { sha256 } from '#server/modules/record/sha256.ts';
import { minuteId } from './append-minute.ts';
import { type PastMarket, type PlayedLeaf, playPast } from './play-past.ts';

/**
 * Plays the last days of a simulated market into an empty record, so that a demo has something to
 * show at its first start. Returns the number of minutes; 0: the record has begun already.
 */
export type PlayAtStart = () => Promise<number>;

interface Needs {
  readonly db: Database;
  readonly past: PastMarket;
  readonly isRecordEmpty: () => Promise<boolean>;
  /** False: stops after the current batch. */
  readonly isStopped: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/** Leaves per transaction: some milliseconds of the lock on the record. */
const batchSize = 120;

export const createPlayAtStart =
  ({ db, past, isRecordEmpty, isStopped, log }: Needs): PlayAtStart =>
  async () => {
    if (!(await isRecordEmpty())) return 0;
    const startedAt = performance.now();
    let minutes = 0;
    let leaves: NewLeaf[] = [];
    const append = async (): Promise<void> => {
      await inTransaction(db, (tx) => appendLeaves(tx, leaves));
      leaves = [];
    };
    for await (const played of playPast(past)) {
      leaves.push(newLeaf(past.feed, played));
      if (played.kind === 'forecast') minutes += 1;
      if (leaves.length >= batchSize) await append();
      await yieldToRequests();
      if (isStopped()) break;
    }
    await append();
    log.info({ minutes, ms: Math.round(performance.now() - startedAt) }, 'past minutes played at the first start');
    return minutes;
  };

function newLeaf(feed: string, played: PlayedLeaf): NewLeaf {
  const minute = played.kind === 'forecast' ? played.leaf : played.of;
  const signalId = minuteId(feed, Math.floor(Date.parse(minute.issuedAt) / minuteMs - 1) * minuteMs);
  const at = new Date(played.at);
  if (played.kind === 'forecast') return { kind: 'forecast', signalId, at, leaf: played.leaf };
  const forecast = Buffer.from(leafHash(sha256, canonicalLeaf(minute))).toString('hex');
  return { kind: 'outcome', signalId, at, leaf: { form: 'minute-prices/1', forecast, prices: played.prices } };
}
