import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { chainLink, chainStart } from '#record/hash.ts';
import { sha256 } from '#node/sha256.ts';
import { RecordError } from '../sign/record-key.ts';
import { parseLine, parsePlace, writeLine } from './journal-line.ts';
import type { LeafRow } from '../append/record.repository.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import { syncFolder } from '#node/sync-folder.ts';

/**
 * Every leaf that is about to be signed, in a file beside the database: a database restored to an
 * older state gets the later leaves from it. Append-only, written by one process at a time.
 */
export type LeafJournal = ReturnType<typeof createLeafJournal>;

/** The first `size` leaves, of which the last has this link. */
interface JournalPlace {
  readonly size: number;
  readonly chainHash: Buffer;
}

/** The end of what this process has read or written. */
interface End {
  readonly size: number;
  readonly link: Uint8Array;
  readonly bytes: number;
}

const start: End = { size: 0, link: chainStart, bytes: 0 };

export function createLeafJournal(folder: string, crashPoint: CrashHook = noCrash) {
  const path = join(folder, 'leaves.ndjson');
  let end = start;

  async function* readFrom(from: End, moveTo: (to: End) => void): AsyncGenerator<readonly LeafRow[]> {
    let at = from;
    for await (const { lines, bytes } of completeLines(path, from.bytes)) {
      const rows = lines.reduce<LeafRow[]>((read, line) => {
        const { index, chainHash } = read.at(-1) ?? { index: at.size - 1, chainHash: at.link };
        const row = parseLine(line, chainHash);
        if (row?.index !== index + 1) throw new RecordError(`line ${index + 2} of the journal ${path} is damaged`);
        read.push(row);
        return read;
      }, []);
      at = getEnd(rows, at, bytes);
      moveTo(at);
      yield rows;
    }
  }

  const readOn = (from: End): AsyncGenerator<readonly LeafRow[]> => {
    end = from;
    return readFrom(from, (to) => {
      end = to;
    });
  };

  /**
   * Reads what another process, or a failed attempt of this one, has written since. True: it ends in
   * a line that was never finished.
   */
  const catchUp = async (): Promise<boolean> => {
    const bytes = (await getSize(path)) ?? 0;
    if (bytes < end.bytes) throw new RecordError(`the journal ${path} has lost leaves that were signed`);
    if (bytes > end.bytes) for await (const rows of readOn(end)) void rows;
    return bytes > end.bytes;
  };

  const write = async (text: string, isTorn: boolean): Promise<void> => {
    const isNew = end.bytes === 0;
    if (isNew) await mkdir(folder, { recursive: true });
    const file = await open(path, isNew ? 'w' : 'r+');
    try {
      // Removes a line that was never finished; nothing after it was signed.
      if (isTorn) await file.truncate(end.bytes);
      await file.write(text, end.bytes);
      crashPoint('sign.before-flush');
      await file.datasync();
    } finally {
      await file.close();
    }
    if (isNew) await syncFolder(folder);
  };

  return {
    path,
    /**
     * All leaves, oldest first, each checked against its hash and its predecessor; without a last line
     * that was never finished. Throws RecordError.
     */
    read: (): AsyncGenerator<readonly LeafRow[]> => readOn(start),
    /** The same beside a process that appends, without a change of where it does. */
    readBeside: (): AsyncGenerator<readonly LeafRow[]> => readFrom(start, () => undefined),
    /** The leaves after these, without reading what is before; null: it does not hold the last of them. */
    readAfter: async ({ size, chainHash }: JournalPlace): Promise<AsyncGenerator<readonly LeafRow[]> | null> => {
      const bytes = await findEndOfLine(path, { index: size - 1, chain: chainHash.toString('hex') });
      return bytes === null ? null : readOn({ size, link: chainHash, bytes });
    },
    /** Number of leaves according to the last line alone; null: there is no file. */
    count: async (): Promise<number | null> => {
      const bytes = await getSize(path);
      if (bytes === null) return null;
      let last = '';
      for await (const { lines } of completeLines(path, Math.max(0, bytes - chunkBytes))) last = lines.at(-1) ?? last;
      return (parsePlace(last)?.index ?? -1) + 1;
    },
    /** On disk when it resolves; leaves that it already holds are skipped. */
    append: async (rows: readonly LeafRow[]): Promise<void> => {
      const isTorn = await catchUp();
      const added = rows.filter(({ index }) => index >= end.size);
      const [first] = added;
      if (first === undefined) return;
      if (first.index !== end.size || !first.chainHash.equals(chainLink(sha256, end.link, first.leafHash)))
        throw new RecordError(`leaf ${first.index} does not follow the last one in the journal ${path}`);
      const text = added.map(writeLine).join('');
      await write(text, isTorn);
      end = getEnd(added, end, Buffer.byteLength(text));
    },
  };
}

const getEnd = (rows: readonly LeafRow[], { size, link, bytes }: End, added: number): End => ({
  size: size + rows.length,
  link: rows.at(-1)?.chainHash ?? link,
  bytes: bytes + added,
});

const newline = 10;
const chunkBytes = 1 << 18;

/** The lines from a byte on, by chunk; `bytes`: their length. Nothing: there is no file. */
async function* completeLines(path: string, from: number) {
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path, { start: from, highWaterMark: chunkBytes })) {
      const read = Buffer.concat([rest, chunk]);
      const bytes = read.lastIndexOf(newline) + 1;
      rest = read.subarray(bytes);
      if (bytes > 0) yield { lines: read.toString('utf8', 0, bytes - 1).split('\n'), bytes };
    }
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT') return;
    throw code === undefined ? error : new RecordError(`the journal ${path} cannot be read: ${code}`);
  }
}

/** The byte after this line, looked for from the end of the file on; null: it is not there. */
async function findEndOfLine(path: string, wanted: { index: number; chain: string }): Promise<number | null> {
  const bytes = (await getSize(path)) ?? 0;
  for (let tail = chunkBytes; ; tail *= 2) {
    const from = Math.max(0, bytes - tail);
    const first = await findInTail(path, from, wanted);
    if (typeof first === 'number' || first === 'absent' || from === 0) return typeof first === 'number' ? first : null;
  }
}

/** `absent`: the lines from this byte on begin before it, so it is not in the file. */
async function findInTail(
  path: string,
  from: number,
  { index, chain }: { index: number; chain: string },
): Promise<number | 'absent' | 'earlier'> {
  let at = from;
  let isWithin = false;
  for await (const { lines } of completeLines(path, from))
    for (const line of lines) {
      at += Buffer.byteLength(line) + 1;
      const place = parsePlace(line);
      if (place?.index === index && place.chain === chain) return at;
      isWithin ||= place !== null && place.index <= index;
    }
  return isWithin ? 'absent' : 'earlier';
}

/** In bytes; null: there is no file. */
async function getSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
