import type { SystemState } from '#contract/admin/system.ts';
import { toInstant } from '#contract/wire.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { WitnessErrorKind } from '#domain/record/witness-error.ts';
import { getWitnessId, openCosignature, parseWitnessVkey } from '#node/notes.ts';
import { parseNote } from '#record/checkpoint.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import type { Database } from '#server/database/connection.ts';
import { type Witness, type WitnessAnswer, WitnessError } from '#server/integrations/witness/witness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { findLastCosigned, insertCosignature } from './cosignatures.repository.ts';
import type { RecordContext } from '../record-context.ts';
import { type CheckpointRow, findLastCheckpoint, readConsistencyProof } from '../sign/record-tree.ts';

type CosigningContext = Pick<RecordContext, 'db' | 'witnessSide' | 'scheduler' | 'log'>;

/** The witnesses of the record: one loop each, and what they have cosigned. */
export type Cosigning = ReturnType<typeof createCosigning>;

export function createCosigning(ctx: CosigningContext) {
  const { db, witnessSide } = ctx;
  const loops = witnessSide.witnesses.map((witness) => ({ witness, ...createCosigningLoop(ctx, witness) }));
  return {
    start: (): void => {
      for (const loop of loops) loop.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    /** `name+id` of each. */
    witnesses: witnessSide.witnesses.map(getId),
    readStates: (): Promise<SystemState['record']['witnesses']> =>
      Promise.all(
        loops.map(async ({ witness, lastError }) => {
          const id = getId(witness);
          const last = await findLastCosigned(db, id);
          return {
            name: id,
            size: last?.size ?? null,
            cosignedAt: last ? toInstant(last.cosignedAt.getTime()) : null,
            error: lastError(),
          };
        }),
      ),
  };
}

function getId(witness: Witness): string {
  return getWitnessId(getKey(witness));
}

function getKey({ vkey }: Witness): VerifierKey {
  const key = parseWitnessVkey(vkey);
  if (!key) throw new Error(`${vkey} is no verifier key of a witness`);
  return key;
}

interface CosigningLoop extends Repeating {
  /** Of the last submission; null: it succeeded. */
  lastError(): WitnessErrorKind | null;
}

/** How soon a new checkpoint is noticed. */
const idleMs = 1_000;
/** Between two submissions to the same witness. */
const betweenMs = 10_000;
/** Short enough that a signal of two minutes is proven once the witness is back. */
const maxPauseMs = 60_000;

/**
 * Submits each new checkpoint to one witness, one submission at a time. A witness that is away
 * delays only its cosignatures.
 */
function createCosigningLoop({ db, scheduler, log }: CosigningContext, witness: Witness): CosigningLoop {
  const submit = createSubmitCheckpoint({ db, witness });
  const name = getId(witness);
  let lastError: WitnessErrorKind | null = null;
  let failures = 0;

  /** Each kind of error once, until it changes or ends. */
  const report = (error: unknown): void => {
    const kind = error instanceof WitnessError ? error.kind : 'internal';
    if (kind !== lastError)
      log.warn({ witness: name, kind, reason: getErrorMessage(error) }, 'a witness did not cosign; retrying');
    lastError = kind;
  };

  const task = async (stopping: AbortSignal): Promise<number> => {
    try {
      if (!(await submit(stopping))) return idleMs;
    } catch (error) {
      if (stopping.aborted) return idleMs;
      report(error);
      return Math.min(maxPauseMs, betweenMs * 2 ** failures++);
    }
    if (lastError !== null) log.info({ witness: name }, 'a witness cosigns again');
    lastError = null;
    failures = 0;
    return betweenMs;
  };

  const { start, stop } = repeat({
    firstAfterMs: 0,
    everyMs: betweenMs,
    task,
    onError: report,
    after: scheduler.after,
  });
  return { start, stop, lastError: () => lastError };
}

interface SubmitCheckpointDependencies {
  readonly db: Database;
  readonly witness: Witness;
}

/** False: there was nothing to submit. Rejects with WitnessError. */
type SubmitCheckpoint = (stopping: AbortSignal) => Promise<boolean>;

/** The first answer may name another size. */
const maxAttempts = 8;

/** Submits the newest checkpoint to a witness and stores its cosignature once it is verified. */
export function createSubmitCheckpoint({ db, witness }: SubmitCheckpointDependencies): SubmitCheckpoint {
  const key = getKey(witness);
  const id = getWitnessId(key);
  /** Size of the witness's latest checkpoint, as far as known. */
  let latest: number | null = null;

  const ask = async ({ size, note }: CheckpointRow, oldSize: number, stopping: AbortSignal): Promise<WitnessAnswer> => {
    const hashes = await readConsistencyProof(db, oldSize, size);
    return witness.addCheckpoint({ oldSize, proof: hashes.map((hash) => hash.toString('base64')), note }, stopping);
  };

  /** Whether the witness has cosigned it; false: `latest` has changed, so that it is asked again. */
  const submit = async (newest: CheckpointRow, stopping: AbortSignal): Promise<boolean> => {
    const answer = await ask(newest, latest ?? 0, stopping);
    if (answer.kind === 'other_size') {
      latest = answer.size;
      return false;
    }
    const found = openCosignature(parseNote(newest.note)?.text ?? '', answer.signatures, key);
    if (!found) throw new WitnessError('invalid_answer', 'its answer has no valid cosignature by its key');
    await insertCosignature(db, { size: newest.size, witness: id, ...found });
    latest = newest.size;
    return true;
  };

  /** Another process has signed and submitted more meanwhile; nobody else can have. */
  const assertKnown = async (cosignedSize: number): Promise<false> => {
    const size = (await findLastCheckpoint(db))?.size ?? 0;
    if (cosignedSize > size)
      throw new WitnessError('inconsistent', `it has cosigned ${cosignedSize} leaves, and the record has ${size}`);
    return false;
  };

  return async (stopping) => {
    const newest = await findLastCheckpoint(db);
    if (!newest) return false;
    latest ??= (await findLastCosigned(db, id))?.size ?? 0;
    if (newest.size <= latest) return false;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (latest > newest.size) return assertKnown(latest);
      if (await submit(newest, stopping)) return true;
    }
    throw new WitnessError('invalid_answer', 'it names another size each time');
  };
}
