import type { VerifierKey } from '#record/signed-note.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { type Witness, WitnessError } from '#server/integrations/witness/witness.ts';
import { toVkey } from '#node/notes.ts';
import { createFakeWitness } from '#tests/support/record/fake-witness.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** A witness beyond a network. */
export interface SimulatedWitness {
  reachedFrom(process: ProcessState): Witness;
  /** Does not answer until then. */
  isAwayUntil(time: number): void;
  /** Every checkpoint that it cosigned, in this order. */
  readonly cosigned: readonly TreeHead[];
}

interface SimulatedWitnessDependencies {
  readonly world: World;
  readonly key: VerifierKey;
  readonly chance: () => number;
  /** The record signed something that contradicts an earlier checkpoint. */
  readonly onContradiction: () => void;
}

const delayMs = 300;

export function createSimulatedWitness({
  world,
  key,
  chance,
  onContradiction,
}: SimulatedWitnessDependencies): SimulatedWitness {
  const cosigned: TreeHead[] = [];
  const onCosigned = (head: TreeHead): void => void cosigned.push(head);
  const fake = createFakeWitness({ name: 'witness.example/w1', now: world.now, onCosigned, onContradiction });
  fake.watch(key.name, toVkey(key));
  let awayUntil = 0;
  const later = (owner: ProcessState, task: () => void): void => {
    const at = Math.max(world.now() + Math.floor(delayMs * chance()), owner.pausedUntil);
    world.at(at, () => owner.isAlive && task());
  };

  return {
    isAwayUntil: (time) => (awayUntil = time),
    cosigned,
    reachedFrom: (process) => ({
      vkey: fake.vkey,
      addCheckpoint: (submission) =>
        new Promise((resolve, reject) => {
          const fail = (): void => reject(new WitnessError('no_answer', 'it is away'));
          later(process, () => {
            if (awayUntil > world.now()) return fail();
            const answer = fake.honest(submission);
            // When it is away by then, it has cosigned, and nobody knows.
            later(process, () => (awayUntil > world.now() ? fail() : void answer.then(resolve, reject)));
            answer.catch(() => undefined);
          });
        }),
    }),
  };
}
