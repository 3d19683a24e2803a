import { generateKeyPairSync } from 'node:crypto';
import { type CheckpointSubmission, submissionText } from '#record/add-checkpoint.ts';
import { parseSignatureLines } from '#record/checkpoint.ts';
import { type Witness, type WitnessAnswer, WitnessError } from '#server/integrations/witness/witness.ts';
import { getWitnessId, toPublicBytes, toWitnessVkey } from '#node/notes.ts';
import { createAddCheckpoint } from '../../../src/witness/add-checkpoint.ts';
import type { WatchedLog } from '../../../src/witness/witness-state.ts';

interface Options {
  readonly name: string;
  readonly now: () => number;
}

/** The rules of a real witness without a disk and a network, which a test makes misbehave. */
export function createFakeWitness({ name, now }: Options) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = { name, publicKey: toPublicBytes(privateKey), privateKey };
  const logs = new Map<string, WatchedLog>();
  const addCheckpoint = createAddCheckpoint({
    key,
    state: {
      list: () => [...logs.values()],
      find: (origin) => logs.get(origin),
      save: async (log) => void logs.set(log.origin, log),
    },
    clock: { now },
    onContradiction: () => undefined,
  });
  const kinds = { 403: 'unknown_key', 404: 'unknown_log', 422: 'inconsistent', 400: 'invalid_answer' } as const;
  const ask = async (submission: CheckpointSubmission): Promise<WitnessAnswer> => {
    const { status, body } = await addCheckpoint(submissionText(submission));
    if (status === 200) return { kind: 'cosigned', signatures: parseSignatureLines(body) ?? [] };
    if (status === 409) return { kind: 'other_size', size: Number(body) };
    throw new WitnessError(kinds[status], body);
  };
  const fake = {
    id: getWitnessId(key),
    key,
    /** Submissions, in order. */
    asked: [] as CheckpointSubmission[],
    watch: (origin: string, vkey: string) => void logs.set(origin, { origin, vkey, url: null, note: null }),
    forget: (origin: string) => void logs.set(origin, { ...(logs.get(origin) as WatchedLog), note: null }),
    /** How it answers from now on. */
    answer: ask as (submission: CheckpointSubmission) => Promise<WitnessAnswer>,
    honest: ask,
    witness: {
      vkey: () => toWitnessVkey(key),
      addCheckpoint: (submission) => {
        fake.asked.push(submission);
        return fake.answer(submission);
      },
    } as Witness,
  };
  return fake;
}
export type FakeWitness = ReturnType<typeof createFakeWitness>;
