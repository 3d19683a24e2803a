import { getDay, minuteMs, type WallClock } from '#domain/time.ts';
import { getOrCreate } from '#domain/objects.ts';
import { durationMs, minDuration } from '#domain/market/duration.ts';
import { getProofState, type ProofState } from '#domain/record/proof-state.ts';
import { isAnswerLeaf, isSignalLeaf, type Leaf, type MinuteLeaf, parseLeaf, type SignalLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { addProofs, findProofProgress, type ProofCounts } from './cosignatures.repository.ts';
import type { RecordApi } from '../record.api.ts';
import { type LeafRow, listSignalStatements, listStatements } from '../append/record.repository.ts';

interface CountProofsDependencies {
  readonly db: Database;
  readonly readProvenTimes: RecordApi['readProvenTimes'];
  readonly quorum: number;
  /** As the times of the witnesses are. */
  readonly clock: WallClock;
}

const batch = 500;
/** A cosignature is stored some seconds after the time that it states. */
const settledAfterMs = minuteMs;

/**
 * Counts each statement once, in the order of the record, when its proof cannot change any more: a
 * bounded number by each call. False: no more can be counted now.
 * One statement of SQL writes the counts with the progress, so a process may crash at any time;
 * only the leader counts.
 */
export const createCountProofs =
  ({ db, readProvenTimes, quorum, clock }: CountProofsDependencies) =>
  async (): Promise<boolean> => {
    const found = await listStatements(db, await findProofProgress(db), batch);
    const now = clock.now();
    const read = found.flatMap(({ index, leaf }) => toStatement(index, leaf) ?? []);
    const firstOpen = read.findIndex(({ expiresFrom }) => expiresFrom + settledAfterMs > now);
    const settled = firstOpen < 0 ? read : read.slice(0, firstOpen);
    const last = settled.at(-1);
    if (!last) return false;
    const times = await readProvenTimes(settled.map(({ index }) => index));
    const rows = new Map<string, ProofCounts>();
    for (const [i, { leaf, expiresFrom }] of settled.entries()) {
      const state = getProofState({ provenAt: times[i] ?? null, expiresFrom, now, quorum });
      addStatement(rows, leaf, state === 'proven');
    }
    await addProofs(db, [...rows.values()], last.index + 1);
    return firstOpen < 0 && found.length === batch;
  };

interface Read {
  readonly index: number;
  readonly leaf: SignalLeaf | MinuteLeaf;
  readonly expiresFrom: number;
}

function toStatement(index: number, text: string): Read | null {
  const leaf = parseLeaf(text);
  const expiresFrom = proofDeadline(leaf);
  return expiresFrom === null || !('issuedAt' in leaf) || isAnswerLeaf(leaf) ? null : { index, leaf, expiresFrom };
}

/** A minute counts for each model that states something in it. */
function addStatement(rows: Map<string, ProofCounts>, leaf: SignalLeaf | MinuteLeaf, isProven: boolean): void {
  const { feed } = leaf;
  const day = getDay(Date.parse(leaf.issuedAt));
  const isMinute = 'forecasts' in leaf;
  const models = isMinute ? leaf.forecasts.map((line) => line.split(' ', 1)[0] ?? '') : [leaf.model];
  for (const model of new Set(models)) {
    const key = `${day} ${model} ${feed}`;
    const row = getOrCreate(rows, key, () => emptyRow(feed, day, model));
    if (isMinute) row[isProven ? 'minutesProven' : 'minutesUnproven']++;
    else row[isProven ? 'signalsProven' : 'signalsUnproven']++;
  }
}

const emptyRow = (feed: string, day: number, model: string): ProofCounts => ({
  feed,
  day,
  model,
  signalsProven: 0,
  signalsUnproven: 0,
  minutesProven: 0,
  minutesUnproven: 0,
});

/**
 * The earliest expiry of a statement: it is proven when witnesses saw it before. Milliseconds UTC;
 * null: the leaf states nothing.
 */
function proofDeadline(leaf: Leaf): number | null {
  if (isSignalLeaf(leaf)) return Date.parse(leaf.issuedAt) + durationMs(leaf.duration);
  return 'forecasts' in leaf ? Date.parse(leaf.issuedAt) + durationMs(minDuration) : null;
}

type StoredLeaf = Pick<LeafRow, 'index' | 'leaf'>;

/** In the order of the leaves; null: the leaf states nothing. */
export type ProofsOfLeaves = (leaves: readonly StoredLeaf[]) => Promise<(ProofState | null)[]>;

interface ReadProofsDependencies {
  readonly readProvenTimes: RecordApi['readProvenTimes'];
  /** 0: no witness is required. */
  readonly quorum: number;
  /** As the times of the witnesses are: a replay's past cannot be proven. */
  readonly clock: WallClock;
}

export const createProofsOfLeaves =
  ({ readProvenTimes, quorum, clock }: ReadProofsDependencies): ProofsOfLeaves =>
  async (leaves) => {
    const times = await readProvenTimes(leaves.map(({ index }) => index));
    const now = clock.now();
    return leaves.map(({ leaf }, i) => {
      const expiresFrom = proofDeadline(parseLeaf(leaf));
      return expiresFrom === null ? null : getProofState({ provenAt: times[i] ?? null, expiresFrom, now, quorum });
    });
  };

export const createReadProofs =
  ({ db, getProofs }: { readonly db: Database; readonly getProofs: ProofsOfLeaves }): RecordApi['readProofs'] =>
  async (signalIds) => {
    const leaves = await listSignalStatements(db, signalIds);
    const proofs = await getProofs(leaves);
    return new Map(leaves.flatMap(({ signalId }, i) => (proofs[i] ? [[signalId, proofs[i]] as const] : [])));
  };
