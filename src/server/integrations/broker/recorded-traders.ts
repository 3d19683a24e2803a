import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Broker } from './broker.ts';

const Traders = z.array(
  z.object({ id: z.string(), balance: z.number().nonnegative(), isSelfExcluded: z.boolean().default(false) }),
);

/**
 * The initial traders of the sandbox broker, read from its own file: the demo account starts with
 * them.
 */
export function createRecordedTraders(file: string | URL, clock: { now(): number }): Broker {
  const traders = readFile(file, 'utf8').then((text) => Traders.parse(JSON.parse(text)));
  // Awaited on each call; an error before the first call must not count as an unhandled rejection.
  traders.catch(() => undefined);
  return {
    findTrader: async (traderId) => {
      const trader = (await traders).find(({ id }) => id === traderId);
      const unknownFigures = { netTurnover: null, commission: null, registeredAt: null };
      return trader ? { ...trader, ...unknownFigures, answeredAt: clock.now() } : null;
    },
  };
}
