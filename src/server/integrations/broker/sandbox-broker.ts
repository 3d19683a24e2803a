import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Broker } from './broker.ts';

const Traders = z.array(
  z.object({ id: z.string(), balance: z.number().nonnegative(), isSelfExcluded: z.boolean().default(false) }),
);

/** The sandbox: traders of a fixture file, no network. For demo and tests; never chosen where DEMO is off. */
export function createSandboxBroker(file: string | URL): Broker {
  const traders = readFile(file, 'utf8').then((text) => Traders.parse(JSON.parse(text)));
  // Awaited at each question; a fault must not count as unhandled before the first.
  traders.catch(() => undefined);
  return {
    findTrader: async (traderId) => (await traders).find((trader) => trader.id === traderId) ?? null,
  };
}
