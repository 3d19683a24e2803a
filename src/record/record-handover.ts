import { type Checkpoint, checkpointText, parseCheckpoint, parseNote } from './checkpoint.ts';

/** A key of the record and the tree size from which it signs. */
export interface RecordKeyTerm {
  /** C2SP vkey. */
  readonly vkey: string;
  readonly fromSize: number;
  /** Note in which the previous key handed the record over; null: the first key. */
  readonly handover: string | null;
}

interface Handover extends Checkpoint {
  readonly from: string;
  readonly to: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * A checkpoint whose extension lines name the key that signed up to this size and the key that
 * signs from it on; both sign it.
 */
export const handoverText = ({ from, to, at, ...checkpoint }: Handover): string =>
  `${checkpointText(checkpoint)}handover from ${from}\nhandover to ${to}\nhandover at ${at}\n`;

/** Null: the text is not a hand-over. */
export function parseHandover(text: string): Handover | null {
  const checkpoint = parseCheckpoint(text);
  const match = /\nhandover from (\S+)\nhandover to (\S+)\nhandover at (\S+)\n$/.exec(text);
  const [, from = '', to = '', at = ''] = match ?? [];
  return checkpoint && match ? { ...checkpoint, from, to, at } : null;
}

/** Keys whose signature a checkpoint of this size may carry: two at the size of a hand-over. */
export const keysForSize = (keys: readonly RecordKeyTerm[], size: number): RecordKeyTerm[] =>
  keys.filter(({ fromSize }, i) => fromSize <= size && size <= (keys[i + 1]?.fromSize ?? Number.POSITIVE_INFINITY));

type IsSignedBy = (note: string, vkey: string) => boolean;

/**
 * The first key, from the oldest on, that its predecessor has not handed the record over to; null:
 * the chain is intact.
 */
export function findBrokenHandover(keys: readonly RecordKeyTerm[], isSignedBy: IsSignedBy): RecordKeyTerm | null {
  for (const [i, key] of keys.entries()) {
    const before = keys[i - 1];
    const holds = before ? isHandedOver(before, key, isSignedBy) : key.fromSize === 0 && key.handover === null;
    if (!holds) return key;
  }
  return null;
}

function isHandedOver(before: RecordKeyTerm, next: RecordKeyTerm, isSignedBy: IsSignedBy): boolean {
  const note = next.handover;
  const handover = parseHandover((note && parseNote(note)?.text) || '');
  if (note === null || !handover || handover.from !== before.vkey || handover.to !== next.vkey) return false;
  if (handover.size !== next.fromSize || next.fromSize < before.fromSize) return false;
  // A vkey begins with the name of the record.
  const names = [before.vkey, next.vkey].map((vkey) => vkey.split('+')[0]);
  if (names.some((name) => name !== handover.origin)) return false;
  return isSignedBy(note, before.vkey) && isSignedBy(note, next.vkey);
}
