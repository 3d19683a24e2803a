import { generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto';
import type { CosignedCheckpoints, ProvenLeaf } from '#contract/record/record.ts';
import { cosign, recordCrypto, signNote, toPublicBytes, toVkey, toWitnessVkey, sha256 } from '#node/notes.ts';
import { toBase64, toHex, leafHash } from '#record/bytes.ts';
import { checkpointText, parseNote, toNote } from '#record/signed-note.ts';
import { canonicalLeaf, isClosedKind, type Leaf, opensAt } from '#record/leaf.ts';
import { inclusionPath, toSubtrees } from '#record/merkle-path.ts';
import { growTree, joinSubtrees } from '#record/merkle-tree.ts';
import { writeBundle } from '#record/signed-tiles.ts';
import { tileWidth } from '#record/tile.ts';
import { createLeafChecks, type LeafChecks } from '#record/verify/check-leaves.ts';
import { createFindings, type Failure } from '#record/verify/findings.ts';
import { type RecordSource, Withheld } from '#record/verify/record-source.ts';
import { type VerifyOptions, verifyRecord } from '#record/verify/verify-record.ts';

export const origin = 'kurs.test/record';
const recordKey = generateKeyPairSync('ed25519').privateKey;
const witnessKey = generateKeyPairSync('ed25519').privateKey;
export const witness = { name: 'witness.test/w1', publicKey: toPublicBytes(witnessKey) };
export const witnessVkey = toWitnessVkey(witness);
const toRecordVkey = (key: KeyObject): string => toVkey({ name: origin, publicKey: toPublicBytes(key) });
export const vkey = toRecordVkey(recordKey);

/** A leaf as published: an object, or any other text that its operator signs. */
type Published = Leaf | string;

export interface Publication {
  /** The clock of everyone, milliseconds UTC. */
  readonly now: number;
  readonly key?: KeyObject;
  /** After each so many milliseconds of the record's time a witness cosigns what there is. */
  readonly cosignedEveryMs?: number;
  /** By its clock so long after the end of that time. */
  readonly cosignedAfterMs?: number;
}

const toText = (leaf: Published): string => (typeof leaf === 'string' ? leaf : canonicalLeaf(leaf));
/** When it can have been appended at the earliest. */
function getAt(leaf: Published, leaves: readonly Published[]): number | null {
  if (typeof leaf === 'string') return null;
  if (leaf.kind !== 'outcome') return Date.parse(leaf.at);
  const of = leaves[leaf.of];
  return of === undefined || typeof of === 'string' || !isClosedKind(of) ? null : opensAt(of);
}

/** Signs these leaves as they are, as a dishonest operator would too, and serves them. */
export function publishRecord(leaves: readonly Published[], publication: Publication) {
  const { now, key = recordKey } = publication;
  const texts = leaves.map(toText);
  const hashes = texts.map((text) => leafHash(sha256, text));
  const isOpen = (leaf: Published): boolean => typeof leaf === 'string' || !isClosedKind(leaf) || opensAt(leaf) <= now;
  const shown = texts.map((text, i) => (isOpen(leaves[i] as Published) ? text : null));
  const { nodes } = growTree(sha256, 0, [], hashes);
  const subtrees = new Map(nodes.map(({ level, position, hash }) => [`${level}/${position}`, hash]));
  const getRoot = (from: number, to: number): Uint8Array =>
    joinSubtrees(
      sha256,
      toSubtrees({ from, to }).map(({ level, position }) =>
        level === 0
          ? (hashes[position] ?? new Uint8Array())
          : (subtrees.get(`${level}/${position}`) ?? new Uint8Array()),
      ),
    );
  const sign = (size: number): string =>
    signNote(checkpointText({ origin, size, root: toBase64(getRoot(0, size)) }), origin, key);
  const note = sign(hashes.length);
  const prove = (index: number): ProvenLeaf => ({
    index,
    hash: toHex(hashes[index] ?? new Uint8Array()),
    text: shown[index] ?? null,
    proof: inclusionPath(index, hashes.length).map(({ from, to }) => toHex(getRoot(from, to))),
  });
  const findLeaf = (kind: string, of: number): number =>
    leaves.findIndex((leaf) => typeof leaf !== 'string' && leaf.kind === kind && 'of' in leaf && leaf.of === of);
  const proveIf = (index: number): ProvenLeaf | null => (index < 0 ? null : prove(index));
  const signals = leaves
    .flatMap((leaf, i) => (typeof leaf !== 'string' && leaf.kind === 'signal' ? [i] : []))
    .toReversed();

  let counted: LeafChecks | null = null;
  const source: RecordSource = {
    name: 'the record',
    start: async () => ({
      state: 'kept',
      witnesses: { count: 0, quorum: 0 },
      key: toRecordVkey(key),
      size: hashes.length,
      checkpoint: note,
      genesis: hashes.length > 0 ? prove(0) : null,
    }),
    checkpoint: async () => note,
    tile: async ({ level, n, width }) => {
      const span = tileWidth ** level;
      const parts = Array.from({ length: width }, (_, i) => n * tileWidth + i).map((i) =>
        getRoot(i * span, (i + 1) * span),
      );
      return Buffer.concat(parts);
    },
    bundle: async (n, width) =>
      writeBundle(
        shown.slice(n * tileWidth, n * tileWidth + width).map((text) => (text === null ? null : Buffer.from(text))),
      ),
    checkpoints: async (from) => ({
      items: cosigned()
        .filter(({ size }) => size >= from)
        .slice(0, 1_000),
    }),
    figures: async (days) => {
      counted ??= countLeaves(shown, now);
      const figures = counted.figures(days);
      if (!figures) throw new Withheld('the record has no genesis');
      return figures;
    },
    entries: async () => ({
      checkpoint: note,
      items: signals.slice(0, 20).map((i) => ({
        signal: prove(i),
        outcome: proveIf(findLeaf('outcome', i)),
        voided: proveIf(findLeaf('void', i)),
      })),
      older: null,
    }),
    entry: async (index) => ({ checkpoint: note, index, leaves: [prove(index)] }),
  };

  let cosignedItems: CosignedCheckpoints['items'] | null = null;
  const cosigned = (): CosignedCheckpoints['items'] => {
    if (cosignedItems) return cosignedItems;
    cosignedItems = [];
    const { cosignedEveryMs: every, cosignedAfterMs: after = 1_000 } = publication;
    if (every === undefined) return cosignedItems;
    let period = 0;
    const cosignAt = (size: number, at: number): unknown =>
      cosignedItems?.push({ size, note: addCosignature(sign(size), at) });
    leaves.forEach((leaf, i) => {
      const at = getAt(leaf, leaves);
      if (at === null) return;
      const own = Math.floor(at / every);
      if (own > period && i > 0) cosignAt(i, (period + 1) * every + after);
      period = Math.max(period, own);
    });
    cosignAt(leaves.length, (period + 1) * every + after);
    return cosignedItems;
  };
  return { source, note, prove, shown, signAt: sign };
}

export type PublishedRecord = ReturnType<typeof publishRecord>;

/** The same note with the cosignature of the witness. */
function addCosignature(note: string, at: number): string {
  const { text, signatures } = parseNote(note) ?? { text: '', signatures: [] };
  return toNote({ text, signatures: [...signatures, cosign(text, witness.name, witnessKey, Math.floor(at / 1_000))] });
}

/** As an honest server counts them. */
function countLeaves(shown: readonly (string | null)[], now: number): LeafChecks {
  const checks = createLeafChecks(
    { now, origin },
    createFindings(() => undefined),
  );
  for (const text of shown) checks.add(text);
  return checks;
}

export interface Verdict {
  readonly failures: readonly Failure[];
  readonly output: string;
  readonly skipped: number;
}

/** Verifies as `npm run verify-record` does. */
export async function verifyPublished(
  source: RecordSource,
  now: number,
  options: Partial<VerifyOptions> = {},
): Promise<Verdict> {
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  await verifyRecord(
    source,
    {
      crypto: recordCrypto,
      now: () => now,
      pause: async () => undefined,
      random: (count) => randomInt(count),
      maxUncovered: null,
      newestMs: null,
      ...options,
    },
    findings,
  );
  return { failures: findings.failures(), output: lines.join('\n'), skipped: findings.countSkipped() };
}
