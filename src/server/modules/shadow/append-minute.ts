import { createHash } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { durationMs, maxDuration } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import type { MinuteStatement } from '#engine/forecast/state-minute.ts';
import { leafHash } from '#engine/record/hash.ts';
import { canonicalLeaf, type MinuteLeaf } from '#engine/record/leaf.ts';
import type { CrashHook } from '#server/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { appendLeaves } from '#server/modules/record/append-leaves.ts';
import { sha256 } from '#server/sha256.ts';
import { insertMinute } from './shadow-minutes.repository.ts';

/** False: the minute was stated before, or it is too late to state it. */
export type AppendMinute = (stated: MinuteStatement) => Promise<boolean>;

interface Needs {
  readonly db: Database;
  readonly feed: string;
  /** Market time. */
  readonly clock: Clock;
  /** 128 random bits, hexadecimal. */
  readonly nonce: () => string;
  readonly crashPoint: CrashHook;
}

/**
 * Appends the forecasts of a minute to the record, once, and only while nothing of their outcome
 * can be known.
 */
export const createAppendMinute =
  ({ db, feed, clock, nonce, crashPoint }: Needs): AppendMinute =>
  async (stated) => {
    if (clock.now() - stated.statedAt > limits.shadowStatedWithinMs) return false;
    const issuedAt = new Date(stated.statedAt);
    const leaf: MinuteLeaf = {
      form: 'minute/1',
      feed,
      inTurn: stated.inTurn,
      issuedAt: toInstant(stated.statedAt),
      nonce: nonce(),
      forecasts: stated.models.map(writeStatements),
    };
    const text = canonicalLeaf(leaf);
    const id = minuteId(feed, stated.barTime);
    const dueAt = new Date(stated.statedAt + limits.entryWindowMs + durationMs(maxDuration));
    const isNew = await inTransaction(db, async (tx) => {
      const hash = Buffer.from(leafHash(sha256, text));
      if (!(await insertMinute(tx, { id, feed, issuedAt, dueAt, leaf: text, leafHash: hash }))) return false;
      // Last, because its lock makes every other writer of the record wait until this commit.
      await appendLeaves(tx, [{ kind: 'forecast', signalId: id, at: issuedAt, leaf }]);
      crashPoint('shadow.before-append-commit');
      return true;
    });
    if (isNew) crashPoint('shadow.after-append-commit');
    return isNew;
  };

/** One per market and minute: a UUID of version 8 (RFC 9562) from their hash. */
export function minuteId(feed: string, barTime: number): string {
  const bytes = createHash('sha256').update(`shadow minute ${barTime} ${feed}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
