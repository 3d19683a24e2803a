import type { CosignedCheckpoints, CoverageDay } from '#contract/record/record.ts';
import { isSame, leafHash } from '#record/bytes.ts';
import {
  openHead,
  parseHead,
  parseNote,
  type RecordCrypto,
  type SignedHead,
  type VerifierKey,
} from '#record/signed-note.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { computeRoot, growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import {
  Contradiction,
  edgeOfFirst,
  firstDifference,
  openSignedTiles,
  parseBundle,
  type SignedTiles,
  subtreeHash,
} from '#record/signed-tiles.ts';
import { tileWidth, widthInTree } from '#record/tile.ts';
import { createLeafChecks, type LeafCheckOptions, type LeafChecks } from './check-leaves.ts';
import type { Findings } from './findings.ts';
import { type RecordSource, type TileSource, Withheld } from './record-source.ts';
import {
  compareFigures,
  addNote,
  type SeenNotes,
  verifyNotes,
  readShown,
  type Shown,
  tryParse,
  verifyEntry,
  verifyList,
} from './verify-shown.ts';
import { createWitnessedTimes, type WitnessDemands, type WitnessedTimes } from './witnessed-times.ts';

export interface VerifyOptions extends Pick<LeafCheckOptions, 'onLeaf' | 'onPrice'> {
  readonly crypto: RecordCrypto;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** A whole number from 0 below `count`; what is asked at random cannot be prepared. */
  readonly random: (count: number) => number;
  /** The key that must have signed the record, saved earlier. */
  readonly key?: string | undefined;
  /** A checkpoint saved earlier, a signed note. */
  readonly since?: string | undefined;
  /** Another copy of the record. */
  readonly against?: TileSource | undefined;
  readonly witnesses?: (WitnessDemands & { readonly keys: readonly VerifierKey[] }) | undefined;
  /** Percent of the open minutes; null: any share is only printed. */
  readonly maxUncovered: number | null;
  /** Only the leaves of this time before now, milliseconds; null: all. */
  readonly newestMs: number | null;
  readonly progress?: (read: number, size: number) => void;
}

/** Ten times the leaves of a busy record after a hundred years. */
const maxSize = 1_000_000_000;
const proofsAsked = 32;
const tilesAsked = 8;
const readAhead = 8;

/**
 * Verifies a record by the rules of docs/record.md, those of the table that the given options ask
 * for. Rejects where no answer comes; everything else is found. Resolves to what is missing, by day.
 */
export const verifyRecord = async (
  source: RecordSource,
  options: VerifyOptions,
  findings: Findings,
): Promise<CoverageDay[]> => (await reportUnshown(findings, () => verify(source, options, findings))) ?? [];

/** Null: the server withholds it, or it contradicts what is signed, which is reported as a broken rule. */
export async function reportUnshown<Found>(
  findings: Findings,
  verifyPart: () => Promise<Found>,
): Promise<Found | null> {
  try {
    return await verifyPart();
  } catch (error) {
    if (error instanceof Contradiction) findings.fails(1, null, error.message);
    else if (error instanceof Withheld) findings.fails(3, null, error.message);
    else throw error;
    return null;
  }
}

async function verify(source: RecordSource, options: VerifyOptions, findings: Findings): Promise<CoverageDay[]> {
  const { crypto, newestMs, witnesses, since } = options;
  const start = await source.start();
  if (options.key !== undefined && options.key !== start.key)
    findings.fails(2, null, `the record is signed by ${start.key}, not by ${options.key}`);
  const shown = await readShown(source, newestMs === null, findings);
  const head = await readHead(source, start.key, { ...options, minSize: shown.size }, findings);
  const now = options.now();
  if (head?.size === 0) findings.skips('the record has no leaf yet');
  if (head && head.size > maxSize) findings.fails(3, null, `no record has ${head.size} leaves`);
  if (!head || head.size === 0 || head.size > maxSize) return [];
  const tiles = await openSignedTiles(crypto.sha256, source.tile, head);
  findings.holds(`the tree of ${head.size} leaves has the signed root`);
  const seen: SeenNotes = { crypto, key: start.key, findings, heads: new Map() };
  if (since !== undefined) addNote(seen, since, 'the saved checkpoint');

  const part = newestMs === null ? undefined : await findPart(source, tiles, { options, from: now - newestMs });
  const witnessed = witnesses && createWitnessedTimes(witnesses, findings);
  const signals: number[] = [];
  const checks = createLeafChecks(
    {
      now,
      origin: head.origin,
      ...(part && { part }),
      ...(witnessed && { witnessed }),
      ...(options.onPrice && { onPrice: options.onPrice }),
      ...(options.onLeaf && { onLeaf: options.onLeaf }),
      onSignal: (index) => {
        if (index >= shown.firstSignal) signals.push(index);
      },
    },
    findings,
  );
  const proofs = chooseSample(head.size - (part?.from ?? 0), proofsAsked, options.random).map(
    (i) => i + (part?.from ?? 0),
  );
  const stream = {
    source,
    tiles,
    part,
    checks,
    witnessed,
    key: start.key,
    wanted: new Set([...proofs, ...shown.indices]),
    shown,
  };
  const hashes = await readLeaves(stream, options, findings);
  checks.finish(options.maxUncovered);
  const genesis = part?.genesis ?? (await readGenesis(source, tiles, options));
  if (witnessed && genesis) witnessed.finish(now, genesis.calendar);

  for (const index of proofs) await verifyEntry(await source.entry(index), { index, hashes, seen });
  for (const n of chooseSample(Math.floor(head.size / tileWidth), tilesAsked, options.random)) await tiles.hashes(0, n);
  findings.holds(`${proofs.length} proofs asked at random lead to the signed root`);
  if (shown.entries) verifyList(shown.entries, { hashes, seen, signals });
  if (options.against)
    await verifyAgainst(source, options.against, { tiles, checks, crypto, key: start.key }, findings);
  await verifyNotes(seen, source, tiles);
  return checks.coverage();
}

/** A page may be a second ahead of the newest checkpoint. */
const triesForSize = 5;

async function readHead(
  source: TileSource,
  key: string,
  { crypto, minSize, pause }: Pick<VerifyOptions, 'crypto' | 'pause'> & { readonly minSize: number },
  findings: Findings,
): Promise<SignedHead | null> {
  let note = await source.checkpoint();
  for (let i = 1; i < triesForSize && (parseHead(note)?.size ?? 0) < minSize; i++) {
    await pause(1_000);
    note = await source.checkpoint();
  }
  const head = openHead(crypto, note, key);
  if (!head) findings.fails(2, null, `the checkpoint is not signed by ${key}`);
  else findings.holds(`the checkpoint of ${head.size} leaves is signed by ${key}`);
  return head;
}

interface Stream {
  readonly source: RecordSource;
  readonly tiles: SignedTiles;
  readonly part: LeafCheckOptions['part'];
  readonly checks: LeafChecks;
  readonly witnessed: WitnessedTimes | undefined;
  readonly key: string;
  /** Leaves whose hashes are compared later. */
  readonly wanted: ReadonlySet<number>;
  readonly shown: Shown;
}

/** Reads all leaves in order; resolves to the hashes of those that are wanted. */
async function readLeaves(
  stream: Stream,
  options: VerifyOptions,
  findings: Findings,
): Promise<Map<number, Uint8Array>> {
  const { source, tiles, part, checks, wanted, shown, witnessed } = stream;
  const { sha256 } = options.crypto;
  const { size } = tiles;
  const from = part?.from ?? 0;
  const hashes = new Map<number, Uint8Array>();
  /** The hashes of the perfect subtrees of the leaves before `index`. */
  let edge: TreeEdge = await edgeOfFirst(sha256, tiles, from);
  const cosigned = witnessed ? listCosigned(source, from) : null;
  let next = await cosigned?.next();
  let index = from;
  const figures = [...shown.figures];

  const advance = async (): Promise<void> => {
    for (; next && !next.done && next.value.size <= index; next = await cosigned?.next())
      if (next.value.size === index)
        verifyCosigned(next.value.note, joinSubtrees(sha256, edge), stream, options, findings);
    for (let one = figures[0]; one && one.size <= index; one = figures[0]) {
      figures.shift();
      compareFigures(one, checks.figures(one.days), findings);
    }
  };
  const firstBundle = Math.floor(from / tileWidth);
  const bundles = readInOrder(Math.ceil(size / tileWidth) - firstBundle, (i) =>
    source.bundle(firstBundle + i, widthInTree(0, firstBundle + i, size)),
  );
  for await (const [i, bundle] of bundles) {
    const n = firstBundle + i;
    const entries = parseBundle(bundle, widthInTree(0, n, size));
    for (const [at, hash] of (await verifyBundle(entries, n, { tiles, sha256 }, findings)).entries()) {
      await advance();
      if (wanted.has(index)) hashes.set(index, hash);
      ({ edge } = growTree(sha256, index, edge, [hash]));
      checks.add(entries[at] ?? null);
      index++;
    }
    options.progress?.(index - from, size - from);
  }
  await advance();
  for (const { size: later } of figures)
    findings.skips(`figures are not compared: their ${later} leaves are not signed`);
  return hashes;
}

/** Rule 1 for one bundle: the hashes of the signed tree, each compared with its leaf. */
export async function verifyBundle(
  entries: readonly (string | null)[],
  n: number,
  { tiles, sha256 }: { readonly tiles: SignedTiles; readonly sha256: RecordCrypto['sha256'] },
  findings: Findings,
): Promise<readonly Uint8Array[]> {
  const own = entries.map((text) => (text === null ? null : leafHash(sha256, text)));
  const known = own.filter((hash) => hash !== null);
  if (known.length === tileWidth && isSame(computeRoot(sha256, known), await subtreeHash(tiles, 1, n))) return known;
  const signed = await tiles.hashes(0, n);
  own.forEach((hash, i) => {
    if (hash && !isSame(hash, signed[i])) findings.fails(1, n * tileWidth + i, 'it has not the hash that is signed');
  });
  return signed;
}

/** Some answers at a time, in their order. */
async function* readInOrder<Answer>(
  count: number,
  read: (i: number) => Promise<Answer>,
): AsyncGenerator<[number, Answer]> {
  const pending: Promise<Answer>[] = [];
  for (let i = 0; i < count + readAhead; i++) {
    if (i < count) {
      const answer = read(i);
      // A rejection is thrown when the answer is awaited in its order.
      answer.catch(() => undefined);
      pending.push(answer);
    }
    const oldest = i >= readAhead ? pending.shift() : undefined;
    if (oldest) yield [i - readAhead, await oldest];
  }
}

/** Checkpoints with cosignatures, in the order of their size. */
async function* listCosigned(source: RecordSource, from: number): AsyncGenerator<CosignedCheckpoints['items'][number]> {
  let next = from + 1;
  for (let isMore = true; isMore; ) {
    const { items } = await source.checkpoints(next);
    for (const item of items) {
      if (item.size < next) throw new Withheld('cosigned checkpoints are not listed in their order');
      yield item;
      next = item.size + 1;
    }
    isMore = items.length > 0;
  }
}

/** What trusted witnesses cosigned is of this history, and no leaf of it is of a later time. */
function verifyCosigned(
  note: string,
  root: Uint8Array,
  { checks, witnessed, key }: Stream,
  { crypto, witnesses }: VerifyOptions,
  findings: Findings,
): void {
  const { text = '', signatures = [] } = parseNote(note) ?? {};
  for (const witness of witnesses?.keys ?? []) {
    const found = crypto.openCosignature(text, signatures, witness);
    if (!found) continue;
    const head = openHead(crypto, note, key);
    if (!head || !isSame(head.root, root)) {
      findings.fails(2, null, `${witness.name} cosigned another history: ${text.split('\n')[1]} leaves`);
      continue;
    }
    checks.seen(1_000 * found.time);
    witnessed?.cosigned(head.size, crypto.getWitnessId(witness), 1_000 * found.time);
  }
}

interface Compared {
  readonly tiles: SignedTiles;
  readonly checks: LeafChecks;
  readonly crypto: RecordCrypto;
  readonly key: string;
}

/** Rules 2 and 3 against another copy: one history, and what is open there is open here. */
async function verifyAgainst(
  source: TileSource,
  other: TileSource,
  { tiles, checks, crypto, key }: Compared,
  findings: Findings,
): Promise<void> {
  const head = openHead(crypto, await other.checkpoint(), key);
  if (!head) return findings.fails(2, null, `the checkpoint of ${other.name} is not signed by ${key}`);
  const leaf = await firstDifference(tiles, await openSignedTiles(crypto.sha256, other.tile, head));
  if (leaf !== null) findings.fails(2, leaf, `${other.name} shows another history, and both are signed`);
  else findings.holds(`${other.name} shows the same history of ${head.size} leaves`);
  for (let n = 0; widthInTree(0, n, Math.min(head.size, tiles.size)) > 0; n++) {
    const indices = Array.from({ length: widthInTree(0, n, head.size) }, (_, i) => n * tileWidth + i);
    if (!indices.some(checks.isClosed)) continue;
    const bundle = await other.bundle(n, indices.length).catch((error: unknown) => {
      if (error instanceof Withheld) return null;
      throw error;
    });
    // A mirror holds no bundle that is not all open.
    if (!bundle) continue;
    const theirs = parseBundle(bundle, indices.length);
    const width = widthInTree(0, n, tiles.size);
    // The leaf may have opened since the bundle was read.
    parseBundle(await source.bundle(n, width), width).forEach((text, i) => {
      if (text === null && typeof theirs[i] === 'string')
        findings.fails(3, indices[i] ?? null, `it is open in ${other.name}`);
    });
  }
}

/** The first leaf, bound to the signed root; null: it is no genesis. */
export async function readGenesis(
  source: TileSource,
  tiles: SignedTiles,
  { crypto }: { readonly crypto: RecordCrypto },
): Promise<GenesisLeaf | null> {
  const width = widthInTree(0, 0, tiles.size);
  const [text] = parseBundle(await source.bundle(0, width), width);
  const leaf = text ? tryParse(text) : null;
  if (!text || !isSame(leafHash(crypto.sha256, text), (await tiles.hashes(0, 0))[0]))
    throw new Contradiction('the first leaf is not that of the signed tree');
  return leaf?.kind === 'genesis' ? leaf : null;
}

/** The bundle from which on leaves are younger than `from`, milliseconds UTC. Undefined: all are. */
async function findPart(
  source: TileSource,
  tiles: SignedTiles,
  { options, from }: { readonly options: VerifyOptions; readonly from: number },
): Promise<LeafCheckOptions['part']> {
  const isYounger = async (n: number): Promise<boolean> => {
    const width = widthInTree(0, n, tiles.size);
    for (const text of parseBundle(await source.bundle(n, width), width)) {
      const leaf = text === null ? null : tryParse(text);
      if (leaf && leaf.kind !== 'outcome') return Date.parse(leaf.at) >= from;
    }
    return true;
  };
  let [low, high] = [0, Math.ceil(tiles.size / tileWidth) - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isYounger(middle)) high = middle;
    else low = middle + 1;
  }
  // The bundle before holds the first leaves of that time.
  const first = Math.max(0, low - 1);
  const genesis = first === 0 ? null : await readGenesis(source, tiles, options);
  return genesis ? { from: first * tileWidth, genesis } : undefined;
}

/** Some of the numbers below `count`, each once; the last is always among them. */
function chooseSample(count: number, wanted: number, random: (count: number) => number): number[] {
  const chosen = new Set(count > 0 ? [count - 1] : []);
  for (let i = 0; i < wanted && chosen.size < count; i++) chosen.add(random(count));
  return [...chosen];
}
