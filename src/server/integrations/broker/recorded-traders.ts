import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Broker } from './broker.ts';

const Traders = z.array(
  z.object({ id: z.string(), balance: z.number().nonnegative(), isSelfExcluded: z.boolean().default(false) }),
);

/** The traders that the sandbox broker begins with, read from its own file: what the demo account starts from. */
export function createRecordedTraders(file: string | URL, clock: { now(): number }): Broker {
  const traders = readFile(file, 'utf8').then((text) => Traders.parse(JSON.parse(text)));
  // Awaited at each question; a fault must not count as unhandled before the first.
  traders.catch(() => undefined);
  return {
    findTrader: async (traderId) => {
      const trader = (await traders).find(({ id }) => id === traderId);
      const unknownFigures = { netTurnover: null, commission: null, registeredAt: null };
      return trader ? { ...trader, ...unknownFigures, answeredAt: clock.now() } : null;
    },
  };
}
