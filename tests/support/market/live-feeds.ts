import { roundPrice } from '#domain/market/currency-pair.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { createOandaMarket } from '#server/integrations/market-data/oanda-market.ts';
import { derivNow, sendTick, setUpDeriv } from './deriv-setup.ts';
import { oandaToken, startFakeOanda } from './fake-oanda.ts';
import { createFeedRecorder, type FeedRecorder } from './feed-recorder.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';

/** A live feed against a local server, on virtual time: only real I/O is awaited. */
export interface LiveFeedSetup {
  readonly market: MarketData;
  readonly virtual: VirtualTime;
  readonly recorder: FeedRecorder;
  readonly warnings: readonly string[];
  /** Resolves once the server has the next subscription of both pairs. */
  subscribed(): Promise<void>;
  /** Sends a tick of the server's clock and waits until it is received. */
  tick(symbol: string, mid: number): Promise<void>;
  /** The server closes its connections cleanly. */
  closeAll(): void;
  /** The server sends nothing any more, and no close. */
  stall(): void;
  recover(): void;
  /** Market time of silence after which a connection counts as dead, and the reason given. */
  readonly silence: { readonly ms: number; readonly reason: string };
  tearDown(): Promise<void>;
}

export const liveFeedsNow = derivNow;
const symbols = ['EURUSD', 'USDJPY'];
const createQuote = (mid: number) => ({ bid: roundPrice(mid - 0.00002, 5), ask: roundPrice(mid + 0.00002, 5) });

async function setUpDerivFeed(options: Parameters<typeof setUpDeriv>[0] = {}): Promise<LiveFeedSetup> {
  const setup = await setUpDeriv(options);
  const { server, market, virtual, recorder, warnings, tearDown } = setup;
  return {
    market,
    virtual,
    recorder,
    warnings,
    subscribed: async () => void (await server.nextSubscription()),
    tick: (symbol, mid) => sendTick(setup, symbol, mid),
    closeAll: server.closeAll,
    stall: server.stall,
    recover: server.recover,
    silence: { ms: 5_000, reason: 'no bytes for 5 s' },
    tearDown,
  };
}

export async function setUpOanda({ virtual: given }: { readonly virtual?: VirtualTime } = {}) {
  const server = await startFakeOanda();
  const common = commonSetup(given);
  const { virtual, recorder } = common;
  const market = createOandaMarket({
    streamUrl: server.url,
    apiUrl: server.url,
    account: '101-004-1234567-001',
    token: oandaToken,
    ...common.options,
  });
  let isStalled = false;
  const setup: LiveFeedSetup = {
    ...common,
    market,
    subscribed: async () => {
      await server.nextSubscription();
      await recorder.until(() => market.state().connected);
    },
    tick: async (symbol, mid) => {
      const before = recorder.ticks.length;
      if (!isStalled) server.sendPrice({ symbol, time: virtual.clock.now(), ...createQuote(mid) });
      await recorder.until(() => recorder.ticks.length > before);
    },
    closeAll: server.closeAll,
    stall: () => void (isStalled = true),
    recover: () => void (isStalled = false),
    silence: { ms: 10_000, reason: 'no heartbeat for 10 s' },
    tearDown: async () => {
      await market.stop();
      await server.stop();
    },
  };
  return { ...setup, server };
}

function commonSetup(virtual = createVirtualTime(liveFeedsNow)) {
  const recorder = createFeedRecorder();
  const warnings: string[] = [];
  const warn = (sentence: string): void => void warnings.push(sentence);
  const { clock, scheduler } = virtual;
  return { virtual, recorder, warnings, options: { symbols, clock, scheduler, chance: () => 0.999, warn } };
}

/** Every live feed, for tests that hold all of them to the same rule. */
export const liveFeeds: readonly (readonly [string, () => Promise<LiveFeedSetup>])[] = [
  ['deriv', () => setUpDerivFeed()],
  ['oanda', () => setUpOanda()],
];
