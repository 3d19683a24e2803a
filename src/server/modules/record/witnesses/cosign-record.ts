import type { SystemState, WitnessErrorKind } from '#contract/admin/system.ts';
import { toInstant } from '#contract/wire.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { getWitnessId, openCosignature, parseWitnessVkey } from '#node/notes.ts';
import { parseNote, type VerifierKey } from '#record/signed-note.ts';
import type { Database } from '#server/database/connection.ts';
import { type Witness, WitnessError } from '#server/integrations/witness/witness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { findLastCosigned, insertCosignature } from './cosignatures.repository.ts';
import type { RecordContext } from '../record-context.ts';
import { type CheckpointRow, findLastCheckpoint, readConsistencyProof } from '../sign/record-tree.ts';

/** The witnesses of the record, and what they have cosigned. */
export type Cosigning = ReturnType<typeof cosignRegularly>;

/** One loop for each witness, so that one that is away delays only its own cosignatures. */
export function cosignRegularly(ctx: RecordContext) {
  const witnesses = ctx.witnessSide.witnesses.map(toKnownWitness);
  const loops = witnesses.map((witness) => submitRegularly(ctx, witness));
  return {
    start: (): void => {
      for (const loop of loops) loop.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    /** `name+id` of each. */
    witnesses: witnesses.map(({ id }) => id),
    readStates: (): Promise<SystemState['record']['witnesses']> =>
      Promise.all(
        witnesses.map(async ({ id, lastError }) => {
          const last = await findLastCosigned(ctx.db, id);
          return {
            name: id,
            size: last?.size ?? null,
            cosignedAt: last ? toInstant(last.cosignedAt.getTime()) : null,
            error: lastError,
          };
        }),
      ),
  };
}

interface KnownWitness {
  readonly witness: Witness;
  readonly key: VerifierKey;
  /** `name+id`. */
  readonly id: string;
  /** Size of its latest checkpoint, as far as known. */
  latest: number | null;
  /** Of the last submission; null: it succeeded. */
  lastError: WitnessErrorKind | null;
  /** In a row. */
  failures: number;
}

export function toKnownWitness(witness: Witness): KnownWitness {
  const key = parseWitnessVkey(witness.vkey);
  if (!key) throw new Error(`${witness.vkey} is no verifier key of a witness`);
  return { witness, key, id: getWitnessId(key), latest: null, lastError: null, failures: 0 };
}

/** How soon a new checkpoint is noticed. */
const idleMs = 1_000;
/** Between two submissions to the same witness. */
const betweenMs = 10_000;
/** Short enough that a signal of two minutes is proven once the witness is back. */
const maxPauseMs = 60_000;

/** Submits each new checkpoint to one witness, one submission at a time. */
function submitRegularly({ db, scheduler, log }: RecordContext, known: KnownWitness): Repeating {
  const { id } = known;

  /** Each kind of error once, until it changes or ends. */
  const report = (error: unknown): void => {
    const kind = error instanceof WitnessError ? error.kind : 'internal';
    if (kind !== known.lastError)
      log.warn({ witness: id, kind, reason: getErrorMessage(error) }, 'a witness did not cosign; retrying');
    known.lastError = kind;
  };

  const task = async (stopping: AbortSignal): Promise<number> => {
    try {
      if (!(await submitCheckpoint(db, known, stopping))) return idleMs;
    } catch (error) {
      if (stopping.aborted) return idleMs;
      report(error);
      return Math.min(maxPauseMs, betweenMs * 2 ** known.failures++);
    }
    if (known.lastError !== null) log.info({ witness: id }, 'a witness cosigns again');
    Object.assign(known, { lastError: null, failures: 0 });
    return betweenMs;
  };

  return repeat({ firstAfterMs: 0, everyMs: betweenMs, task, onError: report, after: scheduler.after });
}

/** The first answer may name another size. */
const maxAttempts = 8;

/**
 * Submits the newest checkpoint to a witness and stores its cosignature once it is verified. False:
 * there was nothing to submit. Rejects with WitnessError.
 */
export async function submitCheckpoint(db: Database, known: KnownWitness, stopping: AbortSignal): Promise<boolean> {
  const newest = await findLastCheckpoint(db);
  if (!newest) return false;
  known.latest ??= (await findLastCosigned(db, known.id))?.size ?? 0;
  if (newest.size <= known.latest) return false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (known.latest > newest.size) return assertSigned(db, known.latest);
    if (await submit(db, known, newest, stopping)) return true;
  }
  throw new WitnessError('invalid_answer', 'it names another size each time');
}

/** Whether the witness has cosigned it; false: `latest` has changed, so that it is asked again. */
async function submit(
  db: Database,
  known: KnownWitness,
  newest: CheckpointRow,
  stopping: AbortSignal,
): Promise<boolean> {
  const { witness, key, id } = known;
  const { size, note } = newest;
  const oldSize = known.latest ?? 0;
  const hashes = await readConsistencyProof(db, oldSize, size);
  const proof = hashes.map((hash) => hash.toString('base64'));
  const answer = await witness.addCheckpoint({ oldSize, proof, note }, stopping);
  if (answer.kind === 'other_size') {
    known.latest = answer.size;
    return false;
  }
  const found = openCosignature(parseNote(note)?.text ?? '', answer.signatures, key);
  if (!found) throw new WitnessError('invalid_answer', 'its answer has no valid cosignature by its key');
  await insertCosignature(db, { size, witness: id, ...found });
  known.latest = size;
  return true;
}

/** Another process has signed and submitted more meanwhile; nobody else can have. */
async function assertSigned(db: Database, cosignedSize: number): Promise<false> {
  const size = (await findLastCheckpoint(db))?.size ?? 0;
  if (cosignedSize > size)
    throw new WitnessError('inconsistent', `it has cosigned ${cosignedSize} leaves, and the record has ${size}`);
  return false;
}
