import { recordCrypto } from '#node/notes.ts';
import { randomInt } from 'node:crypto';
import { isConsistent, rootFromProof, type TreeHead } from '#record/merkle-path.ts';
import { tileWidth } from '#record/tile.ts';
import { sha256 } from '#node/sha256.ts';
import { createLeafChecks, type Item } from '#record/verify/check-leaves.ts';
import type { Findings } from '#record/verify/findings.ts';
import { createHashList, createRoots, type HashList } from '#record/verify/hash-list.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { RecordAddress } from './record-address.ts';
import { signedHead } from '#record/verify/signed-head.ts';
import { type Against, verifyAgainst } from './signed-tiles.ts';
import { readFigures } from './verify-figures.ts';
import { orNull, verifyPages } from './verify-pages.ts';
import { type TrustedWitnesses, verifyWitnesses, type WitnessedTimes } from './verify-witnesses.ts';

interface Demands {
  /** Up to which the record must be complete; milliseconds UTC. */
  readonly now: number;
  /** Null: the record's word about its times is taken. */
  readonly witnesses: TrustedWitnesses | null;
  /** Another copy of the record, which must have the same history. */
  readonly against?: Against | undefined;
  /** Called after each thousand leaves, and after the last, with how many have been read. */
  readonly progress?: (read: number, size: number) => void;
}

/**
 * Verifies the whole record at an address: signature, every leaf, the root, proofs, figures, and
 * growth without a fork, what witnesses saw of it, and that another copy has the same history.
 * `onItem`: called with every leaf that was read.
 */
export async function verifyAddress(
  record: RecordAddress,
  { now, witnesses, against, progress }: Demands,
  findings: Findings,
  onItem: (item: Item) => void = () => undefined,
): Promise<void> {
  const key = await record.key();
  const head = signedHead(recordCrypto, await record.checkpoint(), key, 'the checkpoint', findings);
  if (!head) return;
  const checks = createLeafChecks(recordCrypto, findings, 0);
  const summary = await orNull(record.summary());
  const figures = summary && (await readFigures(record, summary, checks, findings));
  figures?.readTo(0);
  const closed = new Set<number>();
  let hashes: HashList | null = null;
  let witnessed: WitnessedTimes | null = null;
  try {
    if (!(await isPossibleSize(record, head.size, findings))) return;
    hashes = await readLeaves(record, head.size, (item) => {
      checks.add(item);
      figures?.readTo(item.index + 1);
      onItem(item);
      if (!item.leaf) closed.add(item.index);
      const read = item.index + 1;
      if (read % progressEvery === 0 || read === head.size) progress?.(read, head.size);
    });
    checks.finish(now);
    verifyRoot(hashes, head, findings);
    await verifyProofs(record, head, hashes, findings);
    await verifyTiles(record, hashes, findings);
    const seen = { hashes, statements: checks.statements(), key, now };
    if (witnesses) witnessed = await verifyWitnesses(record, witnesses, seen, findings);
    await verifyGrowth(record, head, key, findings);
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error;
    findings.fails('withheld', `an answer is withheld: ${error.message}`);
  }
  if (against) await verifyAgainst({ record, ...against, key, closed }, findings);
  if (!summary || !figures)
    findings.skips('not compared: the page of the record cannot be asked the way a reader does');
  else if (hashes)
    await verifyPages(record, summary, figures, { size: head.size, hashes, checks, witnessed }, findings);
}

/** A hundred years of a busy record have a tenth of it. */
const maxSize = 1_000_000_000;
const progressEvery = 1_000;

/** A size that no record has, or whose last leaf is not there, is refused before anything is read. */
async function isPossibleSize(record: RecordAddress, size: number, findings: Findings): Promise<boolean> {
  if (size > maxSize) {
    findings.fails('size', `the signed size of ${size} leaves is larger than any record`);
    return false;
  }
  if (size === 0) return true;
  const [last, ...more] = await record.page(size - 1, 1);
  if (last?.index === size - 1 && more.length === 0) return true;
  findings.fails('size', `the last of the ${size} signed leaves is not shown`);
  return false;
}

function verifyRoot(hashes: HashList, head: TreeHead, findings: Findings): void {
  const root = createRoots(sha256, hashes)(head.size);
  if (hashes.length() === head.size && Buffer.from(root).equals(head.root))
    findings.holds(`the tree of all ${head.size} leaves has the signed root`);
  else findings.fails('root', `${hashes.length()} leaves do not have the signed root of size ${head.size}`);
}

/** The hashes of the leaves [0, size), as the server states them. */
async function readLeaves(record: RecordAddress, size: number, add: (item: Item) => void): Promise<HashList> {
  const hashes = createHashList();
  for await (const page of record.leaves(size)) {
    for (const item of page) {
      add(item);
      hashes.push(Buffer.from(item.leafHash, 'hex'));
    }
  }
  return hashes;
}

/** The root already covers all leaves; which ones are asked for is not known to the server. */
const proofsAsked = 32;
const tilesAsked = 8;

/** Some of the numbers below `count`, each once; the last is always among them. */
function chooseSample(count: number, wanted: number): number[] {
  const chosen = new Set(count > 0 ? [count - 1] : []);
  for (let i = 0; i < wanted && chosen.size < count; i++) chosen.add(randomInt(count));
  return [...chosen];
}

async function verifyProofs(
  record: RecordAddress,
  { size, root }: TreeHead,
  hashes: HashList,
  findings: Findings,
): Promise<void> {
  let proven = 0;
  for (const index of chooseSample(size, proofsAsked)) {
    const { hashes: path } = await record.proof(index, size);
    const leaf = hashes.at(index);
    const led = leaf && rootFromProof(sha256, leaf, index, size, path.map(toBytes));
    if (led && Buffer.from(led).equals(root)) proven++;
    else findings.fails('proof', `the proof of leaf ${index} does not lead to the signed root`);
  }
  findings.holds(`${proven} inclusion proofs lead to it`);
}

/** Tiles of the record must have the hashes of its leaves. */
async function verifyTiles(record: RecordAddress, hashes: HashList, findings: Findings): Promise<void> {
  const count = Math.floor(hashes.length() / tileWidth);
  let compared = 0;
  for (const n of chooseSample(count, tilesAsked)) {
    const shown = await record.tile(n);
    if (!shown) return findings.notes('no tiles are served, so nobody can keep a mirror of this record');
    compared++;
    const own = Buffer.concat(hashes.slice(n * tileWidth, (n + 1) * tileWidth));
    if (!shown.equals(own)) findings.fails('tiles', `tile ${n} has other hashes than the leaves that it holds`);
  }
  if (compared > 0) findings.holds(`${compared} tiles were compared with the leaves that they hold`);
}

/** The newest checkpoint must extend `head`. Returns it. */
export async function verifyGrowth(
  record: RecordAddress,
  head: TreeHead,
  key: string,
  findings: Findings,
): Promise<TreeHead | null> {
  const later = signedHead(recordCrypto, await record.checkpoint(), key, 'the newest checkpoint', findings);
  if (!later) return null;
  if (later.size < head.size) {
    findings.fails('growth', `the record shrank from ${head.size} to ${later.size} leaves`);
    return later;
  }
  const { hashes } = await record.consistency(head.size, later.size);
  if (isConsistent(sha256, head, later, hashes.map(toBytes)))
    findings.holds(`the newest tree of ${later.size} leaves begins with those ${head.size}`);
  else findings.fails('growth', `the newest tree of ${later.size} leaves is a fork of the one of ${head.size}`);
  return later;
}

const toBytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
