/**
 * The signed state of a record: its number of leaves and the root of their tree. C2SP
 * tlog-checkpoint.
 */
export interface Checkpoint {
  /** Identifies the record; also the name of its key. */
  readonly origin: string;
  readonly size: number;
  /** Base64 of the 32-byte root hash. */
  readonly root: string;
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root}\n`;

/** Null when the text is not a checkpoint. Lines after the third are extensions and are ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text);
  const [, origin = '', size = '', root = ''] = match ?? [];
  return match && Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root } : null;
}

/** One signature of a note. `value`: base64 of the key id (4 bytes) and the signature. */
export interface NoteSignature {
  readonly name: string;
  readonly value: string;
}

/** A signed note, C2SP signed-note: the text, a blank line, signature lines. */
interface SignedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export const signatureLine = ({ name, value }: NoteSignature): string => `— ${name} ${value}\n`;

export const toNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

/** Null when the text is not a note. */
export function parseNote(note: string): SignedNote | null {
  const blank = note.lastIndexOf('\n\n');
  const signatures = blank < 0 ? null : parseSignatureLines(note.slice(blank + 2));
  return signatures && { text: note.slice(0, blank + 1), signatures };
}

/** Null when the text is anything else than one or more signature lines. */
export function parseSignatureLines(text: string): NoteSignature[] | null {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) return null;
  const found = lines.map((line) => /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line));
  const signatures = found.flatMap((match) => (match ? [{ name: match[1] ?? '', value: match[2] ?? '' }] : []));
  return signatures.length === lines.length ? signatures : null;
}
