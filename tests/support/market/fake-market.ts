/**
 * A market whose price is a function of the instant, so that expected results can be computed
 * independently.
 */
export const fakeMarket = {
  symbols: ['EURUSD', 'USDJPY', 'GBPUSD'],
  /**
   * A tick every four seconds, at this offset: rare enough for fast tests, frequent enough to
   * decide outcomes.
   */
  tickOffsetMs: 137,
  periodMs: 4_000,
} as const;

const halfSpread = (symbol: string): number => (symbol.endsWith('JPY') ? 0.004 : 0.00004);
const level = (symbol: string): number => (symbol.endsWith('JPY') ? 150 : 1.1);

/** Whole points around a level, so that ties occur too. */
function midAt(symbol: string, time: number): number {
  const digits = symbol.endsWith('JPY') ? 3 : 5;
  const periods = Math.floor(time / fakeMarket.periodMs);
  const wave = Math.round(3 * Math.sin(periods / 17) + 2 * Math.sin(periods / 5 + symbol.charCodeAt(0)));
  return Number((level(symbol) + wave / 10 ** digits).toFixed(digits));
}

export function tickAt(symbol: string, time: number) {
  const mid = midAt(symbol, time);
  return { symbol, time, receivedAt: time, bid: mid - halfSpread(symbol), ask: mid + halfSpread(symbol) };
}

export const firstTickTime = (from: number): number => {
  const start = Math.floor(from / fakeMarket.periodMs) * fakeMarket.periodMs + fakeMarket.tickOffsetMs;
  return start >= from ? start : start + fakeMarket.periodMs;
};

export const lastTickTime = (until: number): number => {
  const start = Math.floor(until / fakeMarket.periodMs) * fakeMarket.periodMs + fakeMarket.tickOffsetMs;
  return start <= until ? start : start - fakeMarket.periodMs;
};
