import { describe, expect, it } from 'vitest';
import { enter, type EnteringSignal, type LiveSignal, settle } from './settle.ts';

const issued: EnteringSignal = { id: 's', symbol: 'EURUSD', direction: 'BUY', duration: 3, issuedAt: 1_000_000 };
const tick = (time: number, mid: number) => ({ time, bid: mid - 0.00001, ask: mid + 0.00001 });
const live: LiveSignal = { ...issued, openPrice: 1.1, openedAt: 1_000_400, expiresAt: 1_180_400 };

describe('entry', () => {
  it('waits for ticks from before the issue', () => {
    expect(enter(issued, tick(999_999, 1.1), 5)).toBe('waiting');
  });

  it('accepts a tick in the same millisecond as the issue', () => {
    expect(enter(issued, tick(1_000_000, 1.1), 5)).toMatchObject({ openPrice: 1.1, expiresAt: 1_180_000 });
  });

  it('accepts the first tick up to five seconds after the issue, and none later', () => {
    expect(enter(issued, tick(1_005_000, 1.1), 5)).toMatchObject({ openedAt: 1_005_000 });
    expect(enter(issued, tick(1_005_001, 1.1), 5)).toBe('missed');
  });

  it('rounds the mid price to the digits of the pair', () => {
    expect(enter({ ...issued, symbol: 'USDJPY' }, { time: 1_000_001, bid: 151.2341, ask: 151.2368 }, 3)).toMatchObject({
      openPrice: 151.235,
    });
  });
});

describe('settlement', () => {
  it.each([
    ['wins when the price closes above a BUY', 'BUY', 1.10001, 'successful'],
    ['loses when the price closes below a BUY', 'BUY', 1.09999, 'unsuccessful'],
    ['wins when the price closes below a SELL', 'SELL', 1.09999, 'successful'],
    ['loses when the price closes above a SELL', 'SELL', 1.10001, 'unsuccessful'],
    ['is neutral when the prices are equal to the last digit', 'BUY', 1.100004, 'neutral'],
  ] as const)('%s', (_title, direction, close, result) => {
    expect(settle({ ...live, direction }, tick(live.expiresAt, close), 5).result).toBe(result);
  });

  it('is decided by a tick at the instant of expiry', () => {
    expect(settle(live, tick(live.expiresAt, 1.2), 5)).toMatchObject({ result: 'successful', closePrice: 1.2 });
  });

  it.each([
    ['no tick is available', null],
    ['the tick came after expiry', tick(live.expiresAt + 1, 1.2)],
    ['the last tick is more than five seconds older than expiry', tick(live.expiresAt - 5_001, 1.2)],
  ])('is void when %s', (_title, last) => {
    expect(settle(live, last, 5)).toEqual({ result: 'void', voidReason: 'no_closing_tick' });
  });

  it('is decided by a tick exactly five seconds before expiry', () => {
    expect(settle(live, tick(live.expiresAt - 5_000, 1.2), 5).result).toBe('successful');
  });
});
