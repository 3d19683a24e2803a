import type { z } from 'zod';
import type { RecordItem } from '#contract/record/record.ts';
import { toInstant } from '#contract/wire.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { answerExpiry } from '#domain/signals/ai-model.ts';
import { isAnswerLeaf, type Leaf, parseLeaf } from '#record/leaf.ts';
import type { ListedLeaf } from './record.repository.ts';

/**
 * The hash is public at once; the hashed content opens when the signal has expired, so that nobody
 * can trade on it first.
 */
export function openLeaf(listed: ListedLeaf, now: number): z.infer<typeof RecordItem> {
  const { index, kind, at, leafHash, leaf } = listed.leaf;
  return {
    index,
    kind,
    at: toInstant(at.getTime()),
    leafHash: leafHash.toString('hex'),
    ...(isOpenLeaf(listed, now) ? { leaf: { ...parseLeaf(leaf) } } : {}),
  };
}

export function isOpenLeaf({ leaf, status, expiresAt, isEnded }: ListedLeaf, now: number): boolean {
  if (alwaysOpen.has(leaf.kind)) return true;
  // No user received it, so it has no row of its own: it expires when a signal of that moment would
  // at the latest.
  // Neither has a signal whose row is gone.
  if (leaf.kind === 'forecast' || status === null) return isEnded || expiryOfLeaf(parseLeaf(leaf.leaf)) <= now;
  return status === 'settled' || (expiresAt !== null && expiresAt.getTime() <= now);
}

const alwaysOpen: ReadonlySet<ListedLeaf['leaf']['kind']> = new Set([
  'outcome',
  'void',
  'gap',
  'calibration',
  'succession',
]);

/** Of the forecasts of a minute: that of the longest one; of an answer: that of the last signal that passes it on. */
export function expiryOfLeaf(leaf: Leaf): number {
  if (!('issuedAt' in leaf)) return Number.POSITIVE_INFINITY;
  if (isAnswerLeaf(leaf)) return answerExpiry(Date.parse(leaf.minute), leaf.duration);
  const duration = 'forecasts' in leaf ? maxDuration : leaf.duration;
  return latestExpiry(Date.parse(leaf.issuedAt), duration);
}
