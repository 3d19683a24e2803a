import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { startOfMinute } from '#domain/record/gaps.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { leafHash } from '#engine/record/hash.ts';
import { canonicalLeaf } from '#engine/record/leaf.ts';
import type { Component } from '#server/component.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { appendLeaves, lockFeed, type NewLeaf } from '#server/modules/record/append-leaves.ts';
import { sha256 } from '#server/sha256.ts';
import { minuteId } from './append-minute.ts';
import { type GapReasonOf, gapLeaves } from './gap-leaves.ts';
import type { PlayedLeaf, PlayPast } from './play-past.ts';

interface Needs {
  readonly db: Database;
  readonly feed: string;
  readonly hours: number;
  readonly playPast: PlayPast;
  readonly isRecordEmpty: () => Promise<boolean>;
  /** Why a past minute has no forecasts. */
  readonly gapReasonOf: GapReasonOf;
  /** Market time. */
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

export interface PastPlayer extends Component {
  /**
   * Resolves when the past is in the record, or when there is nothing to play; never after a stop,
   * so that nothing begins while the product ends.
   */
  untilPlayed(): Promise<void>;
}

/**
 * Plays the last hours of a simulated market into an empty record in the background of the first
 * start, so that a demo has something to show.
 */
export function createPastPlayer(needs: Needs): PastPlayer {
  const { db, feed, hours, playPast, isRecordEmpty, gapReasonOf, clock, log } = needs;
  const played = Promise.withResolvers<void>();
  let isStopped = false;
  let playing = Promise.resolve();
  const play = async (): Promise<void> => {
    if (!(await isRecordEmpty())) return;
    const startedAt = performance.now();
    const to = Math.floor(clock.now() / minuteMs) * minuteMs;
    let minutes = 0;
    for await (const batch of playPast({ feed, from: to - hours * hourMs, to, playedAt: clock.now() })) {
      if (isStopped) break;
      await inTransaction(db, async (tx) => {
        let { coveredTo } = await lockFeed(tx, feed);
        const leaves = batch.flatMap((one) => {
          if (one.kind === 'outcome') return [newLeaf(one)];
          const end = startOfMinute(one.at);
          const gap = { from: coveredTo ?? end, to: end - minuteMs, at: new Date(one.at) };
          coveredTo = end;
          return [...gapLeaves(feed, gap, gapReasonOf), newLeaf(one)];
        });
        await appendLeaves(tx, leaves);
      });
      minutes += batch.filter(({ kind }) => kind === 'forecast').length;
    }
    log.info({ minutes, ms: Math.round(performance.now() - startedAt) }, 'past minutes played at the first start');
  };
  return {
    name: 'past of the demo',
    duty: 'lead',
    untilPlayed: () => played.promise,
    start: () => {
      // The market starts without a past rather than not at all.
      playing = play()
        .catch((err: unknown) => log.error({ err }, 'the past of the demo could not be played'))
        .then(() => {
          if (!isStopped) played.resolve();
        });
    },
    stop: async () => {
      isStopped = true;
      await playing;
    },
  };
}

function newLeaf(played: PlayedLeaf): NewLeaf {
  const minute = played.kind === 'forecast' ? played.leaf : played.of;
  const signalId = minuteId(minute.feed, Math.floor(Date.parse(minute.issuedAt) / minuteMs - 1) * minuteMs);
  const at = new Date(played.at);
  if (played.kind === 'forecast') return { kind: 'forecast', signalId, at, leaf: played.leaf };
  const forecast = Buffer.from(leafHash(sha256, canonicalLeaf(minute))).toString('hex');
  return { kind: 'outcome', signalId, at, leaf: { form: 'minute-prices/1', forecast, prices: played.prices } };
}
