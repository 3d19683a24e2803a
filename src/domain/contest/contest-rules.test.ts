import { describe, expect, it } from 'vitest';
import type { BrokerTrade } from './broker-trade.ts';
import type { TradableSignal } from '../signals/match-trades.ts';
import { judgeTrades } from './contest-rules.ts';
import { minuteMs } from '../time.ts';

const startsAt = Date.parse('2026-11-30T22:00:00.000Z');
const endsAt = Date.parse('2027-01-10T22:00:00.000Z');
const period = { startsAt, endsAt };
const issuedAt = Date.parse('2026-12-20T12:00:00.000Z');

const aSignal = (change: Partial<TradableSignal> = {}): TradableSignal => ({
  id: 's1',
  symbol: 'EURUSD',
  direction: 'BUY',
  duration: 5,
  issuedAt,
  ...change,
});

const aTrade = (change: Partial<BrokerTrade> = {}): BrokerTrade => {
  const openedAt = change.openedAt ?? issuedAt + 20_000;
  const duration = change.duration ?? 5;
  return {
    id: 't1',
    symbol: 'EURUSD',
    direction: 'BUY',
    stake: 10,
    bonusStake: 0,
    duration,
    openedAt,
    closesAt: openedAt + duration * minuteMs,
    profit: -10,
    ...change,
  };
};

const judged = (trade: BrokerTrade, signal = aSignal()): string[] =>
  judgeTrades([trade], [signal], period).map(({ signalId, reason }) => signalId ?? reason ?? '');

describe('a trade counts', () => {
  it.each([
    ['a loss', aTrade({ profit: -10 })],
    ['a win', aTrade({ profit: 8.5 })],
    ['a tie', aTrade({ profit: 0 })],
    ['exactly ten dollars', aTrade({ stake: 10 })],
    ['opened at the issue itself', aTrade({ openedAt: issuedAt })],
    ['opened two minutes later', aTrade({ openedAt: issuedAt + 120_000 })],
  ])('%s', (_title, trade) => {
    expect(judged(trade)).toEqual(['s1']);
  });

  it.each([
    ['less than ten dollars', aTrade({ stake: 9.99 }), 'stake'],
    ['partly a bonus', aTrade({ bonusStake: 0.01 }), 'bonus'],
    ['another pair', aTrade({ symbol: 'GBPUSD' }), 'no_signal'],
    ['the other direction', aTrade({ direction: 'SELL' }), 'no_signal'],
    ['another duration', aTrade({ duration: 3 }), 'no_signal'],
    ['before the signal', aTrade({ openedAt: issuedAt - 1 }), 'no_signal'],
    ['later than two minutes after it', aTrade({ openedAt: issuedAt + 120_001 }), 'no_signal'],
  ])('but not %s', (_title, trade, reason) => {
    expect(judged(trade)).toEqual([reason]);
  });

  it('only while its signal is open: a two-minute chase ends after two minutes', () => {
    const chase = aSignal({ duration: 2 });
    expect(judged(aTrade({ duration: 2, openedAt: issuedAt + 119_999 }), chase)).toEqual(['s1']);
    expect(judged(aTrade({ duration: 2, openedAt: issuedAt + 120_000 }), chase)).toEqual(['no_signal']);
  });

  it('once, for a single signal', () => {
    const trades = [aTrade(), aTrade({ id: 't2', openedAt: issuedAt + 30_000 })];
    const found = judgeTrades(trades, [aSignal()], period);
    expect(found.map(({ trade, signalId, reason }) => [trade.id, signalId, reason])).toEqual([
      ['t1', 's1', null],
      ['t2', null, 'no_signal'],
    ]);
  });

  it('for the older of two signals, in any input order', () => {
    const signals = [aSignal({ id: 's2', issuedAt: issuedAt + 60_000 }), aSignal()];
    const trades = [aTrade({ id: 't2', openedAt: issuedAt + 70_000 }), aTrade({ openedAt: issuedAt + 65_000 })];
    const found = judgeTrades(trades, signals, period);
    expect(found.map(({ trade, signalId }) => [trade.id, signalId])).toEqual([
      ['t1', 's1'],
      ['t2', 's2'],
    ]);
  });
});

describe('the period', () => {
  const at = (openedAt: number): string[] => judged(aTrade({ openedAt }), aSignal({ issuedAt: openedAt }));
  const lastOpening = endsAt - 5 * minuteMs;

  it.each([
    ['the first instant', startsAt, ['s1']],
    ['the millisecond before it', startsAt - 1, []],
    ['a trade that closes at the last midnight', lastOpening, ['s1']],
    ['a trade that closes a millisecond later', lastOpening + 1, []],
  ])('%s', (_title, openedAt, expected) => {
    expect(at(openedAt)).toEqual(expected);
  });

  it('an open trade is not judged yet', () => {
    expect(judged(aTrade({ profit: null }))).toEqual([]);
  });
});
