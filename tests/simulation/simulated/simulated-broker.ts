import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import { createChance } from '#tests/support/chance.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** A broker that answers late, or not at all in every other request. */
export interface SimulatedBroker {
  reachedFrom(process: ProcessState): Broker;
  /** Every balance of each trader that it stated, as `toAnswer`. */
  readonly answered: ReadonlySet<string>;
}

export const toAnswer = (id: string, balance: number, at: number): string => `${id} ${balance} ${at}`;

export function createSimulatedBroker(world: World, seed: number): SimulatedBroker {
  const chance = createChance(seed);
  const answered = new Set<string>();
  return {
    answered,
    reachedFrom: (process) => ({
      findTrader: (id) =>
        new Promise((resolve, reject) => {
          const isAway = chance() < 0.5;
          const delayMs = Math.floor(2_000 * chance());
          const balance = 50 + Math.floor(100 * chance());
          const answeredAt = world.now();
          world.at(answeredAt + delayMs, () => {
            if (!process.isAlive) return;
            const account = { id, isSelfExcluded: false, netTurnover: null, commission: null, registeredAt: null };
            if (isAway) return reject(new BrokerUnavailable('it does not answer', 60));
            answered.add(toAnswer(id, balance, answeredAt));
            resolve({ ...account, balance, answeredAt });
          });
        }),
    }),
  };
}
