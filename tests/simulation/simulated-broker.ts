import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import { chanceOf } from '#tests/support/chance.ts';
import type { ProcessState, World } from './world.ts';

/** A broker that answers late, or not at all in every other minute. */
export function createSimulatedBroker(world: World, seed: number) {
  const chance = chanceOf(seed);
  return (process: ProcessState): Broker => ({
    findTrader: (id) =>
      new Promise((resolve, reject) => {
        const isAway = chance() < 0.5;
        world.at(world.now() + Math.floor(2_000 * chance()), () => {
          if (!process.isAlive) return;
          const account = { id, isSelfExcluded: false, netTurnover: null, commission: null, registeredAt: null };
          if (isAway) reject(new BrokerUnavailable('it does not answer', 60));
          else resolve({ ...account, balance: 50 + Math.floor(100 * chance()), answeredAt: world.now() });
        });
      }),
  });
}
