import { recordCrypto } from '#node/notes.ts';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { growTree, joinSubtrees } from '#record/merkle-tree.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import { createLeafChecks, type Item, type LeafChecks } from '#record/verify/check-leaves.ts';
import { sha256 } from '#node/sha256.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TreeHead } from '#record/merkle-path.ts';

/** The record as the product's own verifier reads it, leaf by leaf as they are appended. */
export interface RecordInvariants {
  /** Null, or what is wrong with what was appended since. */
  readOn(): Promise<string | null>;
  /** The whole record again, and that it is complete now. */
  finish(now: number): Promise<string | null>;
}

/** For a signature every few seconds, by a process whose timers are late. */
const signedWithinMs = 20_000;

interface LeafRow {
  readonly index: string;
  readonly kind: Item['kind'];
  readonly at: Date;
  readonly leaf: string;
  readonly leafHash: Buffer;
}

const leavesFrom = `
  select index, kind, at, leaf, leaf_hash as "leafHash"
  from record_leaves where index >= $1 order by index`;

const toItem = ({ index, kind, at, leaf, leafHash }: LeafRow): Item => ({
  index: Number(index),
  kind,
  at: at.toISOString(),
  leafHash: leafHash.toString('hex'),
  leaf: JSON.parse(leaf),
});

interface Reading {
  readonly findings: Findings;
  readonly checks: LeafChecks;
  readonly failures: string[];
}

const startReading = (): Reading => {
  const failures: string[] = [];
  const findings = createFindings((line) => line.startsWith('FAILS') && failures.push(line.slice('FAILS  '.length)));
  return { findings, checks: createLeafChecks(recordCrypto, findings, 0), failures };
};

export function createRecordInvariants(sandbox: Sandbox, cosigned: readonly TreeHead[]): RecordInvariants {
  const reading = startReading();
  const hashes: Buffer[] = [];
  let signed = 0;
  let read = 0;

  const add = (row: LeafRow): string | null => {
    reading.checks.add(toItem(row));
    hashes.push(row.leafHash);
    return Number(row.index) === hashes.length - 1 ? null : `leaf ${row.index} does not follow the one before`;
  };

  const readLeaves = async (): Promise<string | null> => {
    const { rows } = await sandbox.query(leavesFrom, [hashes.length]);
    for (const row of rows as LeafRow[]) {
      const error = add(row);
      if (error !== null) return error;
    }
    return reading.failures[0] ?? null;
  };

  const computeRoot = (size: number): Buffer => {
    const { edge } = growTree(sha256, 0, [], hashes.slice(0, size));
    return Buffer.from(joinSubtrees(sha256, edge));
  };

  /** Each is a tree of the leaves that were appended, and no smaller than the one before. */
  const readCosigned = (): string | null => {
    for (const { size, root } of cosigned.slice(read)) {
      if (size > hashes.length || !computeRoot(size).equals(root))
        return `the witness cosigned ${size} leaves that are not ours`;
      if (size < (cosigned[read - 1]?.size ?? 0)) return `the witness cosigned ${size} leaves after more`;
      read += 1;
    }
    return null;
  };

  /** Each checkpoint signs exactly the leaves that were appended, and more than the one before. */
  const readCheckpoints = async (): Promise<string | null> => {
    const { rows } = await sandbox.query('select size, note from record_checkpoints where size > $1 order by size', [
      signed,
    ]);
    for (const { size, note } of rows as { size: string; note: string }[]) {
      const stated = parseCheckpoint(parseNote(note)?.text ?? '');
      if (stated?.root !== computeRoot(Number(size)).toString('base64') || stated.size !== Number(size))
        return `the checkpoint of ${size} leaves is not theirs`;
      signed = Number(size);
    }
    return null;
  };

  return {
    readOn: async () => (await readLeaves()) ?? readCosigned() ?? readCheckpoints(),
    finish: async (now) => {
      const whole = startReading();
      const { rows } = await sandbox.query(leavesFrom, [0]);
      for (const row of rows as LeafRow[]) whole.checks.add(toItem(row));
      whole.checks.finish(now);
      const isSame = (rows as LeafRow[]).every(({ leafHash }, i) => hashes[i]?.equals(leafHash));
      if (!isSame || rows.length !== hashes.length) return 'leaves of the record were changed';
      const due = (rows as LeafRow[]).filter(({ at }) => at.getTime() < now - signedWithinMs).length;
      if (signed < due) return `${due - signed} leaves are not signed`;
      return whole.failures[0] ?? null;
    },
  };
}
