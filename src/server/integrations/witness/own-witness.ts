import { fileURLToPath } from 'node:url';
import { parseWitnesses } from '#server/config/witnesses.ts';
import {
  type CompanionDependencies,
  type CompanionProcess,
  createCompanionProcess,
} from '#server/start/companion-process.ts';
import { createHttpWitness } from './http-witness.ts';
import type { Witness, WitnessSide } from './witness.ts';

const main = fileURLToPath(new URL('../../../witness/main.ts', import.meta.url));

/** A witness beside the product, as a process of its own: it shows how one works, and proves nothing. */
export function createOwnWitness(needs: CompanionDependencies): {
  witness: Witness;
  own: NonNullable<WitnessSide['own']>;
} {
  let companion: CompanionProcess | null = null;
  return {
    witness: createHttpWitness({ identity: () => parseWitnesses(companion?.current() ?? '')?.[0] ?? null }),
    own: {
      start: (logVkey) => {
        const env = { ...needs.env, LOG: logVkey };
        companion = createCompanionProcess({
          ...needs,
          env,
          name: 'witness',
          main,
          readyLine: /^WITNESSES=(\S+ \S+)$/m,
        });
        companion.start();
      },
      stop: async () => companion?.stop(),
    },
  };
}
