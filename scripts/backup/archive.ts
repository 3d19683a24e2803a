import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Decrypter, Encrypter } from 'age-encryption';
import { extract, pack, type Pack } from 'tar-stream';
import { UsageError } from '#research/bars/usage-error.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { isEncrypted } from './encryption.ts';
import { Manifest, Totals } from './manifest.ts';

/** A backup is a tar.gz: the manifest, files of DATA_DIR, rows of tables, and the totals of all. */
const names = { manifest: 'backup.json', totals: 'totals.json', files: 'files/', tables: 'tables/' } as const;

/** Larger content is stored in several files, because the length comes first in a tar. */
const pieceBytes = 4 * 1024 * 1024;

export interface ArchiveWriter {
  addManifest(manifest: Manifest): Promise<void>;
  /** A file of DATA_DIR by its relative path; `content` has at most its present length. */
  addFile(path: string, content: AsyncIterable<Buffer>): Promise<void>;
  addRows(table: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Last. */
  addTotals(rows: Totals['rows']): Promise<void>;
}

/** Writes a backup to a file that only its owner may read. */
export async function writeArchive(
  path: string,
  encrypter: Encrypter | null,
  write: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const packed = pack();
  const zipped = Readable.from(packed).pipe(createGzip({ level: 6 }));
  packed.on('error', (error) => zipped.destroy(error));
  const stored = encrypter ? await encrypt(zipped, encrypter) : zipped;
  const file = pipeline(stored, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  const writing = write(createWriter(packed)).then(
    () => packed.finalize(),
    (error: unknown) => {
      packed.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  const [written, closed] = await Promise.allSettled([writing, file]);
  if (written.status === 'rejected') throw written.reason;
  if (closed.status === 'rejected') throw closed.reason;
}

async function encrypt(plain: Readable, encrypter: Encrypter): Promise<Readable> {
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** Instead of `Readable.toWeb` and `fromWeb`, whose types are those of Node's web streams alone. */
function toWeb(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.destroy(),
  });
}

const fromWeb = (stream: WebStream): Readable => Readable.from(readPieces(stream), { objectMode: false });

interface WebStream {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };
}

async function* readPieces(stream: WebStream): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value) yield value;
  }
}

function createWriter(packed: Pack): ArchiveWriter {
  const hash = createHash('sha256');
  const addOne = async (name: string, bytes: Buffer): Promise<void> => {
    addToHash(hash, name, bytes);
    await addEntry(packed, name, bytes);
  };
  const addPieces = async (name: string, content: AsyncIterable<Buffer>): Promise<void> => {
    let n = 0;
    for await (const piece of toPieces(content)) await addOne(`${name}/${String(n++).padStart(8, '0')}`, piece);
  };
  return {
    addManifest: (manifest) => addOne(names.manifest, toJson(manifest)),
    addFile: (path, content) => addPieces(`${names.files}${path}`, content),
    addRows: (table, content) => addPieces(`${names.tables}${table}`, content),
    addTotals: (rows) => addEntry(packed, names.totals, toJson({ sha256: hash.digest('hex'), rows } satisfies Totals)),
  };
}

const toJson = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const addEntry = (packed: Pack, name: string, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = packed.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    entry.end(bytes);
  });

/** At least one piece, which may be empty. */
async function* toPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [chunks, size, isFirst]: [Buffer[], number, boolean] = [[], 0, true];
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, size, isFirst] = [[], 0, false];
  }
  if (size > 0 || isFirst) yield Buffer.concat(chunks);
}

/** Called with the pieces of a file or of the rows of a table, in order. */
export interface ArchiveReader {
  onManifest(manifest: Manifest): Promise<void> | void;
  onFile(path: string, piece: Buffer, isFirst: boolean): Promise<void> | void;
  onRows(table: string, piece: Buffer): Promise<void> | void;
}

/**
 * Reads a backup from its first byte to its last and returns its totals. Throws UsageError when it
 * is damaged, cut off, of another form, or cannot be decrypted.
 */
export async function readArchive(path: string, decrypter: Decrypter | null, reader: ArchiveReader): Promise<Totals> {
  const stored = await openArchive(path, decrypter);
  const entries = extract();
  const source = pipeline(stored, createGunzip(), entries);
  const read = readEntries(entries, reader);
  const [ended, found] = await Promise.allSettled([source, read]);
  if (found.status === 'rejected') throw toDamage(path, found.reason);
  if (ended.status === 'rejected') throw toDamage(path, ended.reason);
  return found.value;
}

async function openArchive(path: string, decrypter: Decrypter | null): Promise<Readable> {
  const file = createReadStream(path);
  if (!(await isEncrypted(path))) return file;
  if (!decrypter)
    throw new UsageError(`${path} is encrypted: name the password by --password-file or the key by --identity.`);
  const plain = await decrypter.decrypt(toWeb(file)).catch((error: unknown) => {
    throw new UsageError(
      /no identity matched/.test(getErrorMessage(error))
        ? `${path} was encrypted with another password or key: try that of the day when it was made.`
        : `${path} is damaged (${getErrorMessage(error)}): take an older backup or another copy of this one.`,
    );
  });
  return fromWeb(plain);
}

async function readEntries(entries: ReturnType<typeof extract>, reader: ArchiveReader): Promise<Totals> {
  const hash = createHash('sha256');
  let totals: Totals | null = null;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (totals) throw new Error(`${name} follows the totals`);
    const bytes = await buffer(entry);
    if (name === names.totals) totals = Totals.parse(JSON.parse(bytes.toString()));
    else {
      addToHash(hash, name, bytes);
      await pass(reader, name, bytes);
    }
  }
  if (!totals) throw new Error('its end is missing');
  if (totals.sha256 !== hash.digest('hex')) throw new Error('its checksum does not match');
  return totals;
}

async function pass(reader: ArchiveReader, name: string, bytes: Buffer): Promise<void> {
  if (name === names.manifest) return reader.onManifest(parseManifest(bytes));
  const [place, piece] = [name.slice(0, name.lastIndexOf('/')), name.slice(name.lastIndexOf('/') + 1)];
  if (place.startsWith(names.files)) return reader.onFile(place.slice(names.files.length), bytes, Number(piece) === 0);
  if (place.startsWith(names.tables)) return reader.onRows(place.slice(names.tables.length), bytes);
  throw new Error(`it holds an unknown file ${name}`);
}

function parseManifest(bytes: Buffer): Manifest {
  const json: unknown = JSON.parse(bytes.toString());
  const parsed = Manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    'This backup is of a form that this release does not know: restore it with the release that made it, or a newer one.',
  );
}

function addToHash(hash: Hash, name: string, bytes: Buffer): void {
  hash.update(`${name}\n${bytes.length}\n`).update(bytes);
}

const toDamage = (path: string, error: unknown): Error =>
  error instanceof UsageError
    ? error
    : new UsageError(
        `${path} is damaged (${getErrorMessage(error)}): take an older backup or another copy of this one.`,
      );
