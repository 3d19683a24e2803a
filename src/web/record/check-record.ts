import { hasEdge } from '#domain/signals/edge.ts';
import type { Api } from '#contract/api.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { ProvenLeaf, RecordEntries } from '#contract/record/record.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { dayMs } from '#domain/time.ts';
import { fromHex, isSame, toHex, leafHash } from '#record/bytes.ts';
import { isClosedKind, type Leaf, opensAt, parseLeaf, recordLimits, type SignalLeaf } from '#record/leaf.ts';
import { deriveResult, type PairPrices, parsePrices } from '#record/lines.ts';
import { rootFromProof } from '#record/merkle-path.ts';
import { openHead, type SignedHead } from '#record/signed-note.ts';
import { openSignedTiles, parseBundle, type SignedTiles } from '#record/signed-tiles.ts';
import { tileWidth, widthInTree, tilePath } from '#record/tile.ts';
import { createLeafChecks } from '#record/verify/check-leaves.ts';
import { createFindings, type Failure, type Findings } from '#record/verify/findings.ts';
import { readGenesis, reportUnshown, verifyBundle, verifyRecord } from '#record/verify/verify-record.ts';
import { type RecordSource, Withheld } from '#record/verify/record-source.ts';
import { type Call, type CallArguments, toAddress } from '../api/address.ts';
import { recordCrypto } from './record-crypto.ts';
import { getRecordBytes, NoAnswer } from './fetch-record.ts';

const { sha256 } = recordCrypto;

/** What a page has checked for it. `now`: the server's time, milliseconds UTC. */
export type RecordTask = { readonly now: number } & (
  | { readonly kind: 'day' }
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'list'; readonly before: number | null }
  | { readonly kind: 'versions' }
);

/** `text`: null while it is closed; `leaf`: also if its form is wrong, which is reported. */
interface ShownLeaf {
  readonly index: number;
  readonly hash: string;
  readonly text: string | null;
  readonly leaf: Leaf | null;
}

/** A signal with its prices and its outcome. */
export interface ShownSignal {
  readonly index: number;
  readonly signal: SignalLeaf | null;
  readonly isPractice: boolean;
  /** Derived from its prices; `void` also where the operator voided it. */
  readonly result: Outcome | null;
  readonly prices: PairPrices | null;
  readonly isVoided: boolean;
}

export interface Found {
  readonly day: {
    readonly leaves: number;
    /** Open minutes of the calendar, and those without a leaf. */
    readonly minutes: number;
    readonly uncovered: number;
  };
  readonly entry: {
    readonly shown: ShownLeaf;
    /** Leaves nearby that name this one or are named by it. */
    readonly related: readonly ShownLeaf[];
    /** The signal that the leaf states or belongs to. */
    readonly signal: ShownSignal | null;
    /** How many leaves were checked with it. */
    readonly around: number;
  };
  /** `older`: where the next page begins; null: there is none. */
  readonly list: { readonly signals: readonly ShownSignal[]; readonly older: number | null };
  /** The versions that the newest open minute names. */
  readonly versions: { readonly versions: readonly ShownLeaf[] };
}

/** Rules that are broken: the first failures of each, and how many there are in all. */
export interface Checked<Kind extends keyof Found> {
  /** Null: the server shows nothing that could be checked, which is among the failures. */
  readonly found: Found[Kind] | null;
  /** A signed note, and the key that the server names. */
  readonly known: { readonly key: string; readonly note: string };
  readonly failures: readonly Failure[];
  readonly failureCount: number;
}

/** How much of the task is done, 0 to 1. */
export type OnProgress = (done: number) => void;

/** The record has no leaf with this number, or none at all. */
export class NoSuchEntry extends Error {}

/** Runs in a worker: what the server shows is compared with what it signed, by the rules of docs/record.md. */
export async function checkRecord(task: RecordTask, onProgress: OnProgress): Promise<Checked<keyof Found>> {
  const { key, checkpoint: note, size } = await httpSource.start();
  if (size === 0) throw new NoSuchEntry();
  const findings = createFindings(() => undefined);
  const own = { key, note, findings, now: task.now };
  const found = await reportUnshown(findings, async () => {
    if (task.kind === 'day') return checkDay(own, onProgress);
    if (task.kind === 'list') return readList(own, task.before);
    const head = openSigned(own, note);
    const tree = head && (await openSignedTiles(sha256, httpSource.tile, head));
    if (!tree) return null;
    const record = { ...own, tree, origin: head.origin };
    return task.kind === 'entry' ? checkEntry(record, task.index) : readVersions(record);
  });
  return { found, known: { key, note }, failures: findings.failures(), failureCount: findings.countFailures() };
}

interface Asked {
  readonly key: string;
  readonly findings: Findings;
  readonly now: number;
}

interface SignedRecord extends Asked {
  readonly tree: SignedTiles;
  readonly origin: string;
}

/** Null: the key of the record did not sign it, which is reported. */
function openSigned({ key, findings }: Asked, note: string): SignedHead | null {
  const head = openHead(recordCrypto, note, key);
  if (!head) findings.fails(2, null, 'the checkpoint is not signed by the key of the record');
  return head;
}

async function checkDay({ findings, now }: Asked, onProgress: OnProgress): Promise<Found['day']> {
  let leaves = 0;
  const days = await verifyRecord(
    httpSource,
    {
      crypto: recordCrypto,
      now: () => now,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: (count) => Math.floor(Math.random() * count),
      maxUncovered: null,
      newestMs: dayMs,
      progress: (read, size) => {
        leaves = read;
        onProgress(read / size);
      },
    },
    findings,
  );
  const sum = (one: 'open' | 'covered') => days.reduce((all, day) => all + day[one], 0);
  return { leaves, minutes: sum('open'), uncovered: sum('open') - sum('covered') };
}

/** Rule 15: each leaf of the list has its hash, and its proof leads to the signed root beside it. */
async function readList(asked: Asked, before: number | null): Promise<Found['list']> {
  const { findings } = asked;
  const { checkpoint, items, older } = await listEntries(before);
  const head = openSigned(asked, checkpoint);
  const prove = ({ index, hash, text, proof }: ProvenLeaf): ShownLeaf => {
    const [own = new Uint8Array(), ...path] = [hash, ...proof].map((one) => fromHex(one) ?? new Uint8Array());
    if (text !== null && !isSame(leafHash(sha256, text), own)) findings.fails(1, index, 'its text has another hash');
    if (head && !isSame(rootFromProof(sha256, own, index, head.size, path), head.root))
      findings.fails(1, index, 'its proof does not lead to the signed root');
    return toShown(index, hash, text);
  };
  const signals = items.map(({ signal, outcome, voided }) =>
    toSignal(signal.index, [signal, outcome, voided].filter((one) => one !== null).map(prove)),
  );
  return { signals, older };
}

function toShown(index: number, hash: string, text: string | null): ShownLeaf {
  try {
    return { index, hash, text, leaf: text === null ? null : parseLeaf(text) };
  } catch {
    return { index, hash, text, leaf: null };
  }
}

/** `all`: with the signal, those that name it. */
function toSignal(index: number, all: readonly ShownLeaf[]): ShownSignal {
  const own = all.find((one) => one.index === index)?.leaf;
  const signal = own?.kind === 'signal' ? own : null;
  const naming = all.map(({ leaf }) => leaf).filter((leaf) => leaf?.kind === 'outcome' || leaf?.kind === 'void');
  const outcome = naming.find((leaf) => leaf.kind === 'outcome' && leaf.of === index);
  const isVoided = naming.some((leaf) => leaf.kind === 'void' && leaf.of === index);
  const prices = outcome?.kind === 'outcome' ? parsePrices(outcome.prices[0] ?? '') : null;
  const result = isVoided ? 'void' : signal && prices && deriveResult(signal, prices);
  return { index, signal, isPractice: signal !== null && !hasEdge(signal), result, prices, isVoided };
}

/** The leaves of a bundle, each compared with its signed hash. */
async function readBundle({ tree, findings }: SignedRecord, n: number): Promise<ShownLeaf[]> {
  const width = widthInTree(0, n, tree.size);
  const texts = parseBundle(await httpSource.bundle(n, width), width);
  const hashes = await verifyBundle(texts, n, { tiles: tree, sha256 }, findings);
  return texts.map((text, i) => toShown(n * tileWidth + i, toHex(hashes[i] ?? new Uint8Array()), text));
}

const toBundle = (index: number): number => Math.floor(index / tileWidth);
const getTime = ({ leaf }: ShownLeaf): number | null => (leaf && 'at' in leaf ? Date.parse(leaf.at) : null);

/** No more bundles than these are read before and after an entry. */
const maxAround = 8;

/** From the statement that an entry belongs to until its outcome would be overdue. */
async function checkEntry(record: SignedRecord, index: number): Promise<Found['entry']> {
  const { tree, origin, now, findings } = record;
  if (index >= tree.size) throw new NoSuchEntry();
  const all = await readBundle(record, toBundle(index));
  const shown = all[index % tileWidth] ?? toShown(index, '', null);
  const { leaf } = shown;
  const of = leaf && 'of' in leaf ? leaf.of : index;
  const first = Math.max(0, toBundle(index) - maxAround, Math.min(toBundle(of), toBundle(index)));
  for (let n = toBundle(index) - 1; n >= first; n--) all.unshift(...(await readBundle(record, n)));
  const until = leaf && isClosedKind(leaf) ? opensAt(leaf) + recordLimits.decidedWithinMs : now;
  const newest = toBundle(tree.size - 1);
  let last = toBundle(index);
  const isPast = (): boolean => (all.map(getTime).findLast((at) => at !== null) ?? 0) > until;
  while (last < Math.min(newest, toBundle(index) + maxAround) && !isPast())
    all.push(...(await readBundle(record, ++last)));

  const genesis = first === 0 ? null : await readGenesis(httpSource, tree, { crypto: recordCrypto });
  const part = genesis && { part: { from: first * tileWidth, genesis } };
  const checks = createLeafChecks({ now, origin, ...part }, findings);
  for (const { text } of all) checks.add(text);
  if (last === newest) checks.finish(null);

  const statement = leaf?.kind === 'outcome' || leaf?.kind === 'void' ? of : index;
  const isRelated = (one: ShownLeaf): boolean =>
    one.index === of ||
    ((one.leaf?.kind === 'outcome' || one.leaf?.kind === 'void' || one.leaf?.kind === 'signal') &&
      one.leaf.of === statement);
  const related = all.filter((one) => one.index !== index && isRelated(one));
  const isSignal = all.find((one) => one.index === statement)?.leaf?.kind === 'signal';
  return {
    shown,
    related,
    signal: isSignal ? toSignal(statement, all) : null,
    around: all.length,
  };
}

async function readVersions(record: SignedRecord): Promise<Found['versions']> {
  const newest = toBundle(record.tree.size - 1);
  for (let n = newest; n >= Math.max(0, newest - maxAround); n--) {
    const leaf = (await readBundle(record, n)).findLast((one) => one.leaf?.kind === 'minute')?.leaf;
    if (leaf?.kind !== 'minute') continue;
    const bundles = await Promise.all([...new Set(leaf.versions.map(toBundle))].map((own) => readBundle(record, own)));
    return { versions: bundles.flat().filter(({ index }) => leaf.versions.includes(index)) };
  }
  return { versions: [] };
}

/** An entry that the server refuses to show is `Withheld`; without an answer it throws `NoAnswer`. */
async function getBytes(path: string): Promise<Uint8Array> {
  try {
    return await getRecordBytes(path);
  } catch (error) {
    throw error instanceof NoAnswer && error.isClientError ? new Withheld(error.message) : error;
  }
}

const getText = async (path: string): Promise<string> => new TextDecoder().decode(await getBytes(path));
const get = async <const C extends Call>(name: C, ...options: CallArguments<C>): Promise<Answer<Api[C]>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its leaves are parsed and compared with the signed root
  JSON.parse(await getText(toAddress(name, ...options))) as Answer<Api[C]>;

/** The record of this site. */
const httpSource: RecordSource = {
  name: 'this site',
  start: () => get('GET /api/record'),
  checkpoint: () => getText(toAddress('GET /api/record/checkpoint')),
  tile: (tile) => getBytes(`/api/record/${tilePath(tile)}`),
  bundle: (n, width) => getBytes(`/api/record/${tilePath({ level: 'entries', n, width })}?closed=empty`),
  checkpoints: (from) => get('GET /api/record/checkpoints', { query: { from, limit: 1000 } }),
  figures: (days) => get('GET /api/record/figures', days === null ? {} : { query: { days } }),
  entries: () => get('GET /api/record/entries'),
  entry: (index) => get('GET /api/record/entry/:index', { params: { index } }),
};

/** `before`: only entries with a smaller index; null: the newest. */
const listEntries = (before: number | null): Promise<RecordEntries> =>
  get('GET /api/record/entries', { query: { limit: 10, ...(before !== null && { before }) } });
