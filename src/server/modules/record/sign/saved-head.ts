import { parseCheckpoint } from '#record/checkpoint.ts';
import type { KnownHead } from './audit-record.ts';
import { RecordError } from './record-error.ts';
import type { RecordKey } from './record-key.ts';
import { openNote, parseVkey } from '#node/notes.ts';

/**
 * Parses the saved note; null: none is saved. Throws RecordError when no key of this record has
 * signed it.
 */
export function parseSavedHead(note: string | null, { terms }: Pick<RecordKey, 'terms'>): KnownHead | null {
  if (note === null) return null;
  const keys = terms.flatMap(({ vkey }) => parseVkey(vkey) ?? []);
  const text = keys.map((key) => openNote(note, key)).find((opened) => opened !== null) ?? null;
  const checkpoint = text === null ? null : parseCheckpoint(text);
  if (!checkpoint) throw new RecordError('the saved checkpoint is not signed by the key of this record');
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
}
