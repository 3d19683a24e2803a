import { roundPrice } from '#domain/market/currency-pair.ts';
import { createDerivMarket } from '#server/integrations/market-data/deriv-market.ts';
import { type FakeDeriv, startFakeDeriv } from './fake-deriv.ts';
import { createFeedRecorder } from './feed-recorder.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';

export const derivNow = Date.UTC(2026, 8, 15, 12);

interface DerivSetupOptions {
  readonly legacy?: boolean;
  readonly chance?: number;
  readonly symbols?: readonly string[];
  readonly virtual?: VirtualTime;
}

/** A Deriv feed against a local server, on virtual time: only real I/O is awaited. */
export async function setUpDeriv({
  legacy = false,
  chance = 0.999,
  symbols = ['EURUSD', 'USDJPY'],
  virtual = createVirtualTime(derivNow),
}: DerivSetupOptions = {}) {
  const server = await startFakeDeriv({ legacy });
  const recorder = createFeedRecorder();
  const warnings: string[] = [];
  let isOpen = true;
  const market = createDerivMarket({
    url: server.url,
    appId: legacy ? '1089' : null,
    symbols,
    clock: virtual.clock,
    scheduler: virtual.scheduler,
    chance: () => chance,
    isMarketOpen: () => isOpen,
    warn: (sentence) => warnings.push(sentence),
  });
  return {
    server,
    virtual,
    recorder,
    warnings,
    market,
    closeMarket: () => void (isOpen = false),
    tearDown: async () => {
      await market.stop();
      await server.stop();
    },
  };
}

export type DerivSetup = Awaited<ReturnType<typeof setUpDeriv>>;

/** Sends the next tick of the server's clock and waits until it is received. */
export async function sendTick(
  { server, recorder, virtual }: DerivSetup,
  symbol = 'EURUSD',
  quote = 1.10512,
): Promise<void> {
  const before = recorder.ticks.length;
  server.sendTick(tickAt(virtual.clock.now(), symbol, quote));
  await recorder.until(() => recorder.ticks.length > before);
}

export const tickAt = (time: number, symbol: string, quote: number): Parameters<FakeDeriv['sendTick']>[0] => ({
  symbol: `frx${symbol}`,
  epoch: Math.floor(time / 1_000),
  quote,
  bid: roundPrice(quote - 0.00002, 5),
  ask: roundPrice(quote + 0.00002, 5),
});
