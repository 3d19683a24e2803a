import { secondMs } from '#domain/time.ts';
import { type Llm, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** The service behind the language models: slow, and away now and then. */
export interface SimulatedLlm {
  reachedFrom(process: ProcessState): Llm;
}

const slowestMs = 8 * secondMs;
const awayShare = 0.2;

export function createSimulatedLlm(world: World, chance: () => number): SimulatedLlm {
  return {
    reachedFrom: (process) => ({
      name: 'simulated',
      judge: () =>
        new Promise((resolve, reject) => {
          const pUp = chance();
          const isAway = chance() < awayShare;
          world.at(world.now() + Math.floor(slowestMs * chance()), () => {
            if (!process.isAlive) return;
            if (isAway) reject(new LlmUnavailable('service_down'));
            else resolve({ pUp, reasons: ['no_pattern'], usage: null, costUsd: null });
          });
        }),
    }),
  };
}
