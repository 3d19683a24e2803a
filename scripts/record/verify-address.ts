import { readNote } from '#record/checkpoint.ts';
import { readHandover, type RecordKeyTerm } from '#record/record-handover.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import { isConsistent, rootFromProof, type TreeHead } from '#record/proofs.ts';
import { sha256 } from '#server/sha256.ts';
import { createLeafChecks, type Item } from './check-leaves.ts';
import type { Findings } from './findings.ts';
import { verifyKeyChain } from './key-chain.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { RecordAddress } from './record-address.ts';
import { signedHead } from './signed-head.ts';
import { type Against, verifyAgainst } from './verify-against.ts';
import { verifyFigures } from './verify-figures.ts';
import { type TrustedWitnesses, verifyWitnesses } from './verify-witnesses.ts';

interface Demands {
  /** Up to which the record must be complete; milliseconds UTC. */
  readonly now: number;
  /** Null: the record's word about its times is taken. */
  readonly witnesses: TrustedWitnesses | null;
  /** Another copy of the record, which must have the same history. */
  readonly against?: Against | undefined;
}

/**
 * Verifies the whole record at an address: signature, every leaf, the root, proofs, figures, and
 * growth without a fork, what witnesses saw of it, and that another copy has the same history.
 * `onItem`: called with every leaf that was read.
 */
export async function verifyAddress(
  record: RecordAddress,
  { now, witnesses, against }: Demands,
  findings: Findings,
  onItem: (item: Item) => void = () => undefined,
): Promise<void> {
  const keys = await record.keys();
  await verifyKeyChain(keys, findings);
  const head = signedHead(await record.checkpoint(), keys, 'the checkpoint', findings);
  if (!head) return;
  const checks = createLeafChecks(findings, 0);
  const closed = new Set<number>();
  try {
    const hashes = await readLeaves(record, head.size, (item) => {
      checks.add(item);
      onItem(item);
      if (!item.leaf) closed.add(item.index);
    });
    checks.finish(now);
    verifyRoot(hashes, head, findings);
    await verifyProofs(record, head, hashes, findings);
    verifyHandovers(keys, hashes, findings);
    const seen = { hashes, statements: checks.statements(), keys, now };
    if (witnesses) await verifyWitnesses(record, witnesses, seen, findings);
    await verifyGrowth(record, head, keys, findings);
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error;
    findings.fails('withheld', `an answer is withheld: ${error.message}`);
  }
  if (against) await verifyAgainst({ record, ...against, keys, closed }, findings);
  await verifyFigures(record, head.size, checks, findings);
}

export function verifyRoot(hashes: readonly Buffer[], head: TreeHead, findings: Findings): void {
  const root = joinSubtrees(sha256, growTree(sha256, 0, [] satisfies TreeEdge, hashes).edge);
  if (hashes.length === head.size && Buffer.from(root).equals(head.root))
    findings.holds(`the tree of all ${head.size} leaves has the signed root`);
  else findings.fails('root', `${hashes.length} leaves do not have the signed root of size ${head.size}`);
}

/** The hashes of the leaves [0, size), as the server states them. */
export async function readLeaves(record: RecordAddress, size: number, add: (item: Item) => void): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  for await (const page of record.leaves(size)) {
    for (const item of page) {
      add(item);
      hashes.push(Buffer.from(item.leafHash, 'hex'));
    }
  }
  return hashes;
}

/** For leaves spread over the record; the root already covers all of them. */
const proofsAsked = 16;

async function verifyProofs(
  record: RecordAddress,
  { size, root }: TreeHead,
  hashes: readonly Buffer[],
  findings: Findings,
): Promise<void> {
  const step = Math.max(1, Math.floor(size / proofsAsked));
  let proven = 0;
  for (let index = size - 1; index >= 0; index -= step) {
    const { hashes: path } = await record.proof(index, size);
    const leaf = hashes[index];
    const led = leaf && rootFromProof(sha256, leaf, index, size, path.map(bytesOf));
    if (led && Buffer.from(led).equals(root)) proven++;
    else findings.fails('proof', `the proof of leaf ${index} does not lead to the signed root`);
  }
  findings.holds(`${proven} inclusion proofs lead to it`);
}

/** Checks that the tree of every hand-over is a prefix of this record. */
function verifyHandovers(keys: readonly RecordKeyTerm[], hashes: readonly Buffer[], findings: Findings): void {
  for (const { handover, vkey } of keys) {
    const stated = handover === null ? null : readHandover(readNote(handover)?.text ?? '');
    if (!stated) continue;
    const root = joinSubtrees(sha256, growTree(sha256, 0, [], hashes.slice(0, stated.size)).edge);
    if (Buffer.from(root).toString('base64') === stated.root)
      findings.holds(`the ${stated.size} leaves handed over to ${vkey} are those of this record`);
    else findings.fails('handover', `the leaves handed over to ${vkey} are not the beginning of this record`);
  }
}

/** The newest checkpoint must extend `head`. Returns it. */
export async function verifyGrowth(
  record: RecordAddress,
  head: TreeHead,
  keys: readonly RecordKeyTerm[],
  findings: Findings,
): Promise<TreeHead | null> {
  const later = signedHead(await record.checkpoint(), keys, 'the newest checkpoint', findings);
  if (!later) return null;
  if (later.size < head.size) {
    findings.fails('growth', `the record shrank from ${head.size} to ${later.size} leaves`);
    return later;
  }
  const { hashes } = await record.consistency(head.size, later.size);
  if (isConsistent(sha256, head, later, hashes.map(bytesOf)))
    findings.holds(`the newest tree of ${later.size} leaves begins with those ${head.size}`);
  else findings.fails('growth', `the newest tree of ${later.size} leaves is a fork of the one of ${head.size}`);
  return later;
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
