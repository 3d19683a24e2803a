import { describe, expect, it } from 'vitest';
import {
  judgeStatement,
  type ModelStatements,
  pairInTurn,
  pricesByPlace,
  parsePrice,
  parseStatements,
  statedDurations,
  type Statement,
  writePrice,
  writeStatements,
} from './shadow-minute.ts';

const buy: Statement = {
  symbol: 'EURUSD',
  duration: 5,
  direction: 'BUY',
  passability: 57.25,
  isInTurn: true,
  isSignal: true,
  isIssued: false,
};
const sell: Statement = { ...buy, symbol: 'USDJPY', duration: 10, direction: 'SELL', passability: 50, isSignal: false };
const output: ModelStatements = { model: '36trade_ai_plus', version: '2018-10-01.7ebedc1b', statements: [buy, sell] };

describe('a statement line', () => {
  it('returns the written statements when read back', () => {
    expect(writeStatements(output)).toBe(
      '36trade_ai_plus 2018-10-01.7ebedc1b EURUSD:5:BUY:57.25:ts USDJPY:10:SELL:50:t',
    );
    expect(parseStatements(writeStatements(output))).toEqual(output);
    const silent = { ...output, statements: [] };
    expect(parseStatements(writeStatements(silent))).toEqual(silent);
  });

  it.each([
    'nobody v EURUSD:5:BUY:57:t',
    'kurs_ai_v1',
    'kurs_ai_v1 v EURUSD:4:BUY:57:t',
    'kurs_ai_v1 v EURUSD:5:UP:57:t',
    'kurs_ai_v1 v EURUSD:5:BUY:49.9:t',
    'kurs_ai_v1 v EURUSD:5:BUY:101:t',
    'kurs_ai_v1 v EURUSD:5:BUY:57:st',
    'kurs_ai_v1 v EURUSD:5:BUY:57:t:t',
    'kurs_ai_v1 v :5:BUY:57:t',
    'kurs_ai_v1 v EURUSD:5:BUY:57:t ',
  ])('is invalid: %s', (line) => {
    expect(parseStatements(line)).toBeNull();
  });
});

describe('a price line', () => {
  it('returns the written price when read back', () => {
    const price = { symbol: 'USDJPY', minutes: 10, price: 150.123, afterMs: 599_870 } as const;
    expect(writePrice(price)).toBe('USDJPY 10 150.123 599870');
    expect(parsePrice(writePrice(price))).toEqual(price);
  });

  it.each([
    'USDJPY 4 1 1',
    'USDJPY +10 1 1',
    'USDJPY 5 0 1',
    'USDJPY 5 -1 1',
    'USDJPY 5 1 1.5',
    ' 5 1 1',
    'USDJPY 5 1 1 1',
    'USDJPY 5 x 1',
  ])('is invalid as a price: %s', (line) => {
    expect(parsePrice(line)).toBeNull();
  });
});

describe('a statement', () => {
  const at = (entry: number, close: number, afterMs: [number, number] = [100, 300_000]) =>
    pricesByPlace([
      { symbol: 'EURUSD', minutes: 0, price: entry, afterMs: afterMs[0] },
      { symbol: 'EURUSD', minutes: 5, price: close, afterMs: afterMs[1] },
    ]);

  it('settles like a signal with the same prices', () => {
    expect(judgeStatement(buy, at(1.1, 1.10001))).toBe('successful');
    expect(judgeStatement(buy, at(1.1, 1.09999))).toBe('unsuccessful');
    expect(judgeStatement(buy, at(1.1, 1.1))).toBe('neutral');
    expect(judgeStatement({ ...buy, direction: 'SELL' }, at(1.1, 1.09999))).toBe('successful');
  });

  it('is void without a price or with a price outside its time window', () => {
    expect(judgeStatement(buy, pricesByPlace([]))).toBe('void');
    expect(judgeStatement({ ...buy, duration: 3 }, at(1.1, 1.2))).toBe('void');
    expect(judgeStatement(buy, at(1.1, 1.2, [5_000, 305_000]))).toBe('successful');
    for (const times of [
      [5_001, 300_000],
      [-1, 299_000],
      [100, 300_101],
      [100, 295_099],
    ] as [number, number][])
      expect(judgeStatement(buy, at(1.1, 1.2, times))).toBe('void');
  });

  it('requires the entry of its pair and the close of its duration, each once', () => {
    const other = { ...output, statements: [{ ...buy, duration: 2 as const }, buy] };
    expect(statedDurations([output, other])).toEqual([
      ['EURUSD', [2, 5]],
      ['USDJPY', [10]],
    ]);
  });
});

describe('the pair in turn', () => {
  it('rotates in alphabetical order, one pair per minute, in any input order', () => {
    const turns = [0, 1, 2, 3].map((minute) => pairInTurn(['USDJPY', 'EURUSD', 'AUDCAD'], minute * 60_000 + 59_999));
    expect(turns).toEqual(['AUDCAD', 'EURUSD', 'USDJPY', 'AUDCAD']);
    expect(pairInTurn([], 0)).toBeUndefined();
  });
});
