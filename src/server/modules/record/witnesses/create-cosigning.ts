import type { FastifyBaseLogger } from 'fastify';
import type { SystemState } from '#contract/admin/system.ts';
import { toInstant } from '#contract/wire.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { WitnessErrorKind } from '#domain/record/witness-error.ts';
import { getWitnessId, openCosignature, parseWitnessVkey } from '#node/notes.ts';
import { parseNote } from '#record/checkpoint.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import type { Database } from '#server/database/connection.ts';
import {
  type Witness,
  type WitnessAnswer,
  WitnessError,
  type WitnessSide,
} from '#server/integrations/witness/witness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { findLastCosigned, insertCosignature, listProvenTimes } from './cosignatures.repository.ts';
import type { CosignedJournal } from './cosigned-journal.ts';
import type { RecordApi } from '../record.api.ts';
import { type CheckpointRow, findLastCheckpoint } from '../sign/record-tree.repository.ts';
import { readConsistencyProof } from '../sign/record-tree.ts';

interface CosigningDependencies {
  readonly db: Database;
  readonly witnessSide: WitnessSide;
  /** The keys of the record, oldest first. */
  readonly terms: readonly RecordKeyTerm[];
  readonly cosigned: Pick<CosignedJournal, 'append'>;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

/** The witnesses of the record: one loop each, and what they have cosigned. */
export function createCosigning(needs: CosigningDependencies) {
  const { db, witnessSide, terms } = needs;
  const { own, quorum } = witnessSide;
  const loops = witnessSide.witnesses.map((witness) => ({ witness, ...createCosigningLoop(needs, witness) }));
  return {
    start: (): void => {
      own?.start(terms.at(-1)?.vkey ?? '');
      for (const loop of loops) loop.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await own?.stop();
    },
    readProvenTimes: async (indices: readonly number[]): ReturnType<RecordApi['readProvenTimes']> => {
      const witnesses = witnessSide.witnesses.flatMap((witness) => getId(witness) ?? []);
      if (quorum === 0 || indices.length === 0) return indices.map(() => null);
      return listProvenTimes(db, { indices, witnesses, quorum });
    },
    readStates: (): Promise<SystemState['record']['witnesses']> =>
      Promise.all(
        loops.map(async ({ witness, lastError }) => {
          const id = getId(witness);
          const last = id === null ? undefined : await findLastCosigned(db, id);
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

/** Null: the witness has not started yet. */
function getId(witness: Witness): string | null {
  const key = parseWitnessVkey(witness.vkey() ?? '');
  return key && getWitnessId(key);
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
function createCosigningLoop(needs: CosigningDependencies, witness: Witness): CosigningLoop {
  const { after, log } = needs;
  const submit = createSubmitCheckpoint({ ...needs, witness });
  const getName = (): string => getId(witness) ?? 'own';
  let lastError: WitnessErrorKind | null = null;
  let failures = 0;

  /** Each kind of error once, until it changes or ends. */
  const report = (error: unknown): void => {
    const kind = error instanceof WitnessError ? error.kind : 'internal';
    if (kind !== lastError)
      log.warn({ witness: getName(), kind, reason: getErrorMessage(error) }, 'a witness did not cosign; retrying');
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
    if (lastError !== null) log.info({ witness: getName() }, 'a witness cosigns again');
    lastError = null;
    failures = 0;
    return betweenMs;
  };

  const { start, stop } = repeat({ firstAfterMs: 0, everyMs: betweenMs, task, onError: report, after });
  return { start, stop, lastError: () => lastError };
}

interface SubmitCheckpointDependencies extends Pick<CosigningDependencies, 'db' | 'terms' | 'cosigned'> {
  readonly witness: Witness;
}

/** False: there was nothing to submit. Rejects with WitnessError. */
type SubmitCheckpoint = (stopping: AbortSignal) => Promise<boolean>;

/** A checkpoint, or a hand-over. */
type Submitted = CheckpointRow | { readonly size: number; readonly note: string };

/** The first answer may name another size; each hand-over takes a submission of its own. */
const maxAttempts = 8;

/**
 * Submits the newest checkpoint to a witness and stores its cosignature once it is verified. A
 * witness that trusts an earlier key gets the hand-overs first; their cosignatures are not stored,
 * because their text is not that of a checkpoint.
 */
export function createSubmitCheckpoint({
  db,
  witness,
  terms,
  cosigned,
}: SubmitCheckpointDependencies): SubmitCheckpoint {
  /** Size of the witness's latest checkpoint, as far as known. */
  let latest: number | null = null;
  const handovers = terms.flatMap(({ fromSize, handover }) =>
    handover === null ? [] : { size: fromSize, note: handover },
  );

  const ask = async ({ size, note }: Submitted, oldSize: number, stopping: AbortSignal): Promise<WitnessAnswer> => {
    const hashes = await readConsistencyProof(db, oldSize, size);
    return witness.addCheckpoint({ oldSize, proof: hashes.map((hash) => hash.toString('base64')), note }, stopping);
  };

  /** The next hand-over that the witness may not have seen. */
  const nextHandover = (size: number): Submitted | undefined => {
    while (handovers[0] && handovers[0].size < size) handovers.shift();
    return handovers[0];
  };

  /** Whether the witness has cosigned it; false: `latest` has changed, so that it is asked again. */
  const submit = async (submitted: Submitted, key: VerifierKey, stopping: AbortSignal): Promise<boolean> => {
    const isHandover = submitted === handovers[0];
    const answer = await ask(submitted, latest ?? 0, stopping).catch((error: unknown) => {
      const isForeign = isHandover && error instanceof WitnessError && error.kind === 'unknown_key';
      if (isForeign) return null;
      throw error;
    });
    if (answer?.kind === 'other_size') {
      latest = answer.size;
      return false;
    }
    if (isHandover) {
      // One that it rejects is signed by keys that it has never trusted.
      if (answer) latest = submitted.size;
      handovers.shift();
      return false;
    }
    const { size, note } = submitted;
    const text = parseNote(note)?.text ?? '';
    const found = openCosignature(text, answer?.signatures ?? [], key);
    if (!found) throw new WitnessError('invalid_answer', 'its answer has no valid cosignature by its key');
    const row = await insertCosignature(db, { size, witness: getWitnessId(key), ...found });
    if ('root' in submitted) await cosigned.append(submitted, row);
    latest = size;
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
    const key = parseWitnessVkey(witness.vkey() ?? '');
    const newest = key && (await findLastCheckpoint(db));
    if (!key || !newest) return false;
    latest ??= (await findLastCosigned(db, getWitnessId(key)))?.size ?? 0;
    if (newest.size <= latest) return false;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (latest > newest.size) return assertKnown(latest);
      const next: Submitted = nextHandover(latest) ?? newest;
      // Its note is signed by the key that was handed over; the next checkpoint is cosigned instead.
      if (next === newest && terms.some(({ fromSize }) => fromSize > 0 && fromSize === newest.size)) return false;
      if (await submit(next, key, stopping)) return true;
    }
    throw new WitnessError('invalid_answer', 'it names another size each time');
  };
}
