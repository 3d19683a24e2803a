import {
  figureDays,
  type ProvenLeaf,
  type RecordEntries,
  type RecordEntry,
  type RecordFigures,
} from '#contract/record/record.ts';
import { isObject } from '#domain/objects.ts';
import { fromHex, isSame, leafHash } from '#record/bytes.ts';
import { type Leaf, parseLeaf } from '#record/leaf.ts';
import { rootFromProof, type TreeHead } from '#record/merkle-path.ts';
import { parseHead, openHead, type RecordCrypto } from '#record/signed-note.ts';
import type { Findings } from './findings.ts';
import { type RecordSource, Withheld, type TileSource } from './record-source.ts';
import { continues, openSignedTiles, type SignedTiles } from '#record/signed-tiles.ts';

/** What the pages show, asked before the checkpoint that must hold it. */
export async function readShown(source: RecordSource, isWhole: boolean, findings: Findings) {
  const figures: RecordFigures[] = [];
  const orSkip = async <Answer>(what: string, answer: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      findings.skips(`${what} are not compared: ${error.message}`);
      return null;
    }
  };
  const entries = await orSkip('the entries that pages list', source.entries());
  for (const days of isWhole ? [null, ...figureDays] : []) {
    const own = await orSkip('figures', source.figures(days));
    if (own) figures.push(own);
  }
  const listed = entries?.items.map(({ signal }) => signal.index) ?? [];
  const head = parseHead(entries?.checkpoint ?? '');
  return {
    figures: figures.toSorted((a, b) => a.size - b.size),
    entries,
    size: Math.max(0, head?.size ?? 0, ...figures.map(({ size }) => size)),
    firstSignal: listed.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...listed),
    indices:
      entries?.items.flatMap((item) => [item.signal, item.outcome, item.voided]).flatMap((leaf) => leaf?.index ?? []) ??
      [],
  };
}

export type Shown = Awaited<ReturnType<typeof readShown>>;

/** Rule 14. */
export function compareFigures(shown: RecordFigures, recount: RecordFigures | null, findings: Findings): void {
  const what = shown.days === null ? 'of all time' : `of ${shown.days} days`;
  const path = recount ? findDifference(shown, recount, '') : ' (no genesis)';
  if (path === null) findings.holds(`the figures ${what} are those of a recount of ${shown.size} leaves`);
  else findings.fails(14, null, `the figures ${what} are not those of a recount of ${shown.size} leaves:${path}`);
}

/** Where the recount differs, and how; null: nowhere. Sums of shares may differ in their last bits. */
function findDifference(shown: unknown, counted: unknown, path: string): string | null {
  if (typeof shown === 'number' && typeof counted === 'number' && Math.abs(shown - counted) <= 1e-9) return null;
  if (!isObject(shown) || !isObject(counted))
    return shown === counted ? null : ` ${path} is ${JSON.stringify(shown)}, recounted ${JSON.stringify(counted)}`;
  for (const key of new Set([...Object.keys(shown), ...Object.keys(counted)])) {
    const found = findDifference(shown[key], counted[key], path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

interface Proven {
  readonly hashes: ReadonlyMap<number, Uint8Array>;
  readonly seen: SeenNotes;
}

/** Whether a leaf of an answer is that of the record, proven by the checkpoint beside it. */
function isProven(leaf: ProvenLeaf, head: TreeHead, { hashes, seen }: Proven): boolean {
  const { sha256 } = seen.crypto;
  const hash = fromHex(leaf.hash);
  const read = hashes.get(leaf.index);
  const proof = leaf.proof.map((one) => fromHex(one) ?? new Uint8Array());
  return (
    hash !== null &&
    (leaf.text === null || isSame(leafHash(sha256, leaf.text), hash)) &&
    (read === undefined || isSame(read, hash)) &&
    isSame(rootFromProof(sha256, hash, leaf.index, head.size, proof), head.root)
  );
}

export async function verifyEntry(
  { checkpoint, index: answered, leaves }: RecordEntry,
  { index, ...proven }: Proven & { readonly index: number },
): Promise<void> {
  const { findings } = proven.seen;
  const head = addNote(proven.seen, checkpoint, `the checkpoint beside leaf ${index}`);
  const own = leaves.find((leaf) => leaf.index === index);
  if (!own || answered !== index) return findings.fails(3, index, 'it is not in the answer that it was asked of');
  if (head && !leaves.every((leaf) => isProven(leaf, head, proven)))
    findings.fails(1, index, 'its proof does not lead to the signed root');
}

/** Rule 15: the newest signals of a list are all that there are, and each is a leaf. */
export function verifyList(
  { checkpoint, items }: RecordEntries,
  { signals, ...proven }: Proven & { readonly signals: readonly number[] },
): void {
  const { findings } = proven.seen;
  const head = addNote(proven.seen, checkpoint, 'the checkpoint of the list');
  if (!head) return;
  const listed = items.map(({ signal }) => signal.index);
  listed.forEach((index, i) => {
    if (i > 0 && index >= (listed[i - 1] ?? 0)) findings.fails(15, index, 'the list is not in its order');
  });
  for (const item of items)
    for (const [kind, leaf] of [
      ['signal', item.signal],
      ['outcome', item.outcome],
      ['void', item.voided],
    ] as const) {
      if (!leaf) continue;
      const found = leaf.text === null ? null : tryParse(leaf.text);
      const isRight =
        !found ||
        (found.kind === kind && (found.kind === 'signal' || ('of' in found && found.of === item.signal.index)));
      if (!isRight || !isProven(leaf, head, proven))
        findings.fails(15, leaf.index, `the list shows a ${kind} that is no such leaf`);
    }
  for (const index of signals)
    if (index < head.size && !listed.includes(index)) findings.fails(15, index, 'the list leaves out this signal');
  findings.holds(`the ${listed.length} newest signals that the page lists are leaves, and all that there are`);
}

export function tryParse(text: string): Leaf | null {
  try {
    return parseLeaf(text);
  } catch {
    return null;
  }
}

/** Every signed note that was seen: all must be of one history. */
export interface SeenNotes {
  readonly crypto: RecordCrypto;
  readonly key: string;
  readonly findings: Findings;
  /** By the text of the note. */
  readonly heads: Map<string, { readonly head: TreeHead; readonly what: string }>;
}

/** Its tree; null: it is not signed by the record, which is reported. */
export function addNote({ crypto, key, findings, heads }: SeenNotes, note: string, what: string): TreeHead | null {
  const head = heads.get(note)?.head ?? openHead(crypto, note, key);
  if (head) heads.set(note, { head, what });
  else findings.fails(2, null, `${what} is not signed by ${key}`);
  return head;
}

/** Rule 2: the newest tree must continue the one that was read and all of these. */
export async function verifyNotes(seen: SeenNotes, source: TileSource, tiles: SignedTiles): Promise<void> {
  const { sha256 } = seen.crypto;
  const newest = addNote(seen, await source.checkpoint(), 'the newest checkpoint');
  if (!newest) return;
  const isSameTree = newest.size === tiles.size && isSame(newest.root, tiles.root);
  const grown = isSameTree ? tiles : await openSignedTiles(sha256, source.tile, newest);
  for (const { head, what } of [{ head: tiles, what: 'the tree that was read' }, ...seen.heads.values()])
    if (!(await continues(sha256, grown, head)))
      seen.findings.fails(
        2,
        null,
        `the newest tree of ${grown.size} leaves does not continue ${what}, of ${head.size}`,
      );
  seen.findings.holds(`the newest tree of ${grown.size} leaves was compared with every checkpoint that was seen`);
}
