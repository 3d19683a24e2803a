import { generateKeyPairSync } from 'node:crypto';
import { submissionText } from '#record/add-checkpoint.ts';
import { parseCheckpoint, parseNote, parseSignatureLines } from '#record/checkpoint.ts';
import { type Witness, type WitnessAnswer, WitnessError } from '#server/integrations/witness/witness.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { toPublicBytes, toVkey } from '#node/notes.ts';
import { createAddCheckpoint } from '../../../src/witness/add-checkpoint.ts';
import type { WatchedLog } from '../../../src/witness/witness-state.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

export interface Cosigned {
  readonly size: number;
  /** Of the tree, base64. */
  readonly root: string;
}

/** The project's witness, beyond a network. */
export interface SimulatedWitness {
  reachedFrom(process: ProcessState): Witness;
  /** Does not answer until then. */
  isAwayUntil(time: number): void;
  /** Every checkpoint that it cosigned, in this order. */
  readonly cosigned: readonly Cosigned[];
}

interface SimulatedWitnessDependencies {
  readonly world: World;
  readonly key: VerifierKey;
  readonly chance: () => number;
  /** The record signed something that contradicts an earlier checkpoint. */
  readonly onContradiction: () => void;
}

const delayMs = 300;
const name = 'witness.example/w1';
const { privateKey } = generateKeyPairSync('ed25519');
const witnessKey = { name, publicKey: toPublicBytes(privateKey), privateKey };

export function createSimulatedWitness({
  world,
  key,
  chance,
  onContradiction,
}: SimulatedWitnessDependencies): SimulatedWitness {
  let log: WatchedLog = { origin: key.name, vkey: toVkey(key), url: null, note: null };
  const cosigned: Cosigned[] = [];
  let awayUntil = 0;
  const state = {
    list: () => [log],
    find: () => log,
    save: async (next: WatchedLog) => {
      log = next;
      const checkpoint = parseCheckpoint(parseNote(next.note ?? '')?.text ?? '');
      if (checkpoint) cosigned.push(checkpoint);
    },
  };
  const addCheckpoint = createAddCheckpoint({ key: witnessKey, state, clock: world, onContradiction });
  const later = (owner: ProcessState, task: () => void): void => {
    const at = Math.max(world.now() + Math.floor(delayMs * chance()), owner.pausedUntil);
    world.at(at, () => owner.isAlive && task());
  };

  return {
    isAwayUntil: (time) => (awayUntil = time),
    cosigned,
    reachedFrom: (process) => ({
      vkey: () => toVkey(witnessKey, 4),
      addCheckpoint: (submission) =>
        new Promise((resolve, reject) => {
          const fail = (): void => reject(new WitnessError('no_answer', 'it is away'));
          later(process, () => {
            if (awayUntil > world.now()) return fail();
            void addCheckpoint(submissionText(submission)).then(({ status, body }) =>
              later(process, () => {
                // It has cosigned, and nobody knows.
                if (awayUntil > world.now()) return fail();
                const answer = read(status, body);
                if (answer) resolve(answer);
                else reject(new WitnessError('inconsistent', `it answered ${status}: ${body}`));
              }),
            );
          });
        }),
    }),
  };
}

function read(status: number, body: string): WitnessAnswer | null {
  const signatures = status === 200 ? parseSignatureLines(body) : null;
  if (signatures) return { kind: 'cosigned', signatures };
  return status === 409 ? { kind: 'other_size', size: Number(body) } : null;
}
