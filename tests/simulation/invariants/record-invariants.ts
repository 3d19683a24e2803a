import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { growTree, joinSubtrees } from '#record/merkle-tree.ts';
import { dayMs } from '#domain/time.ts';
import type { Leaf } from '#record/leaf.ts';
import { deriveResult, parsePrices } from '#record/lines.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import { createLeafChecks, type LeafChecks } from '#record/verify/check-leaves.ts';
import { sha256 } from '#node/notes.ts';
import { unpackJson } from '#server/database/columns.ts';
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
  readonly at: Date;
  readonly leaf: string;
  readonly leafHash: Buffer;
}

const isOutcome = ({ leaf }: LeafRow): boolean => leaf.includes('"kind":"outcome"');

const leavesFrom = `
  select index, at, leaf, leaf_hash as "leafHash"
  from record_leaves where index >= $1 order by index`;

const listLeaves = async (sandbox: Sandbox, from: number): Promise<LeafRow[]> => {
  const { rows } = await sandbox.query(leavesFrom, [from]);
  return (rows as (Omit<LeafRow, 'leaf'> & { leaf: Buffer })[]).map((row) => ({ ...row, leaf: unpackJson(row.leaf) }));
};

interface Reading {
  readonly findings: Findings;
  readonly checks: LeafChecks;
}

/** `now`: the clock of the reader, milliseconds UTC. */
const startReading = (now: number): Reading => {
  const findings = createFindings(() => undefined);
  return { findings, checks: createLeafChecks({ now, origin: 'kurs.example/record' }, findings) };
};

const firstFailure = ({ findings }: Reading): string | null => {
  const [first] = findings.failures();
  return first ? `rule ${first.rule}, leaf ${first.leaf}: ${first.text}` : null;
};

const resultsQuery = `
  select record_index as "recordIndex", result from signals
  where record_index is not null and status = 'settled' and void_reason is distinct from 'operator'`;

/** A signal whose result is not the one that follows from the prices of its leaves; null: there is none. */
async function findOtherResult(sandbox: Sandbox, leaves: readonly Leaf[]): Promise<string | null> {
  const { rows } = await sandbox.query(resultsQuery);
  const results = new Map(
    (rows as { recordIndex: string; result: string }[]).map((row) => [Number(row.recordIndex), row.result]),
  );
  for (const leaf of leaves) {
    const signal = leaf.kind === 'outcome' ? leaves[leaf.of] : undefined;
    if (leaf.kind !== 'outcome' || signal?.kind !== 'signal') continue;
    const [prices] = leaf.prices.flatMap((line) => parsePrices(line) ?? []);
    const result = prices && deriveResult(signal, prices);
    const shown = results.get(leaf.of);
    if (shown !== undefined && shown !== result)
      return `the signal of leaf ${leaf.of} is ${shown}, and the record says ${result}`;
  }
  return null;
}

export function createRecordInvariants(
  { sandbox, startsAt }: { readonly sandbox: Sandbox; readonly startsAt: number },
  cosigned: readonly TreeHead[],
): RecordInvariants {
  const reading = startReading(startsAt + dayMs);
  const hashes: Buffer[] = [];
  let signed = 0;
  let read = 0;

  const add = (row: LeafRow): string | null => {
    reading.checks.add(row.leaf);
    hashes.push(row.leafHash);
    return Number(row.index) === hashes.length - 1 ? null : `leaf ${row.index} does not follow the one before`;
  };

  const readLeaves = async (): Promise<string | null> => {
    for (const row of await listLeaves(sandbox, hashes.length)) {
      const error = add(row);
      if (error !== null) return error;
    }
    return firstFailure(reading);
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
      const whole = startReading(now);
      const rows = await listLeaves(sandbox, 0);
      for (const row of rows) whole.checks.add(row.leaf);
      whole.checks.finish(null);
      const isSame = rows.every(({ leafHash }, i) => hashes[i]?.equals(leafHash));
      if (!isSame || rows.length !== hashes.length) return 'leaves of the record were changed';
      // An outcome states no time of its own.
      const due = 1 + rows.findLastIndex((row) => !isOutcome(row) && row.at.getTime() < now - signedWithinMs);
      if (signed < due) return `${due - signed} leaves are not signed`;
      const leaves = rows.map(({ leaf }): Leaf => JSON.parse(leaf));
      return firstFailure(whole) ?? findOtherResult(sandbox, leaves);
    },
  };
}
