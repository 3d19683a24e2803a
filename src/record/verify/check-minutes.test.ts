import { recordCrypto } from '#node/notes.ts';
import { describe, expect, it } from 'vitest';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type MinuteLeaf, type MinutePricesLeaf } from '#record/leaf.ts';
import { sha256 } from '#node/sha256.ts';
import { createLeafChecks, type Item } from './check-leaves.ts';
import { createFindings } from './findings.ts';

const stated: MinuteLeaf = {
  form: 'minute/1',
  feed: 'simulated:1',
  inTurn: 'EURUSD',
  issuedAt: '2026-03-02T09:00:00.650Z',
  seq: 0,
  nonce: '00112233445566778899aabbccddeeff',
  inputs: 'c'.repeat(64),
  forecasts: ['kurs_ai_v1 test EURUSD:2:BUY:56.1:ts EURUSD:5:SELL:51.2:t GBPUSD:2:BUY:58:si'],
};
const computeHash = (leaf: MinuteLeaf | MinutePricesLeaf): string =>
  Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
const settled: MinutePricesLeaf = {
  form: 'minute-prices/1',
  forecast: computeHash(stated),
  prices: [
    'EURUSD 0 1.1 137',
    'EURUSD 2 1.1001 120100',
    'EURUSD 5 1.1002 299000',
    'GBPUSD 0 1.3 200',
    'GBPUSD 2 1.3 120000',
  ],
};

/** As a dishonest operator would sign them: each leaf with its own correct hash. */
function check(...leaves: (MinuteLeaf | MinutePricesLeaf)[]) {
  const published: string[] = [];
  const findings = createFindings((line) => published.push(line));
  const checks = createLeafChecks(recordCrypto, findings, 0);
  leaves.forEach((leaf, index) => {
    const isStated = 'nonce' in leaf;
    const item: Item = {
      index,
      kind: isStated ? 'forecast' : 'outcome',
      at: isStated ? leaf.issuedAt : '2026-03-02T09:11:00.000Z',
      leafHash: computeHash(leaf),
      leaf: { ...leaf },
    };
    checks.add(item);
  });
  checks.finish(null);
  return {
    failures: findings.failures(),
    published: published.join('\n'),
    shadow: checks.days.sums().get('simulated:1')?.shadow,
  };
}

const withPrice = (at: number, line: string): MinutePricesLeaf => ({
  ...settled,
  prices: settled.prices.with(at, line),
});

describe('the pair whose turn it is', () => {
  const minutes = (getPair: (minute: number) => string) =>
    Array.from({ length: 12 }, (_, i): MinuteLeaf => {
      const at = Date.parse('2026-03-02T09:00:00.650Z') + i * 60_000;
      return {
        ...stated,
        inTurn: getPair(Math.floor(at / 60_000) - 1),
        issuedAt: new Date(at).toISOString(),
        forecasts: [],
      };
    });
  const pairs = ['AUDUSD', 'EURUSD', 'GBPUSD'];
  const byClock = (minute: number): string => pairs[minute % 3] ?? '';

  it('follows the clock, and fails where it does not', () => {
    expect(check(...minutes(byClock)).published).not.toContain('the turn of');
    const first = Math.floor(Date.parse('2026-03-02T09:00:00.650Z') / 60_000) - 1;
    const { published } = check(...minutes((minute) => (minute === first + 4 ? byClock(minute + 1) : byClock(minute))));
    expect(published).toContain('leaf 4: by the clock it is not the turn of');
  });
});

describe('a minute in shadow', () => {
  it('passes, and is counted as its prices decide', () => {
    const { failures, shadow } = check(stated, settled);
    expect(failures).toBe(0);
    const own = shadow?.get('kurs_ai_v1 test');
    expect(own?.inTurn.counts).toEqual({ successful: 1, neutral: 0, unsuccessful: 0, void: 0 });
    expect(own?.issued.counts).toEqual({ successful: 0, neutral: 1, unsuccessful: 0, void: 0 });
    expect(own).toMatchObject({ stated: 2, abstained: 1 });
  });

  it('without a price is void, which is not an error', () => {
    const { failures, shadow } = check(stated, { ...settled, prices: [] });
    expect(failures).toBe(0);
    expect(shadow?.get('kurs_ai_v1 test')?.inTurn.counts.void).toBe(1);
  });

  it.each([
    ['an entry after its window', [stated, withPrice(0, 'EURUSD 0 1.1 5001')], 'from another time'],
    ['an entry before the statement', [stated, withPrice(0, 'EURUSD 0 1.1 -1')], 'from another time'],
    ['a close after the expiry', [stated, withPrice(1, 'EURUSD 2 1.2 120138')], 'from another time'],
    ['a close too old at the expiry', [stated, withPrice(1, 'EURUSD 2 1.2 115136')], 'from another time'],
    ['a close without an entry', [stated, { ...settled, prices: ['EURUSD 2 1.2 120000'] }], 'from another time'],
    [
      'a price stated twice',
      [stated, { ...settled, prices: [...settled.prices, 'EURUSD 2 1.0 120000'] }],
      'stated twice',
    ],
    ['a price of no form', [stated, withPrice(0, 'EURUSD now 1.1 137')], 'not of the form'],
    ['prices of no forecast', [settled], 'do not exist before it'],
    ['prices twice', [stated, settled, settled], 'it was settled before'],
    ['the same minute twice', [stated, { ...stated, nonce: 'f'.repeat(32) }], 'was stated before'],
    ['a chosen pair in turn', [{ ...stated, inTurn: 'GBPUSD' }], 'marks another pair'],
    ['a statement of no form', [{ ...stated, forecasts: ['kurs_ai_v1 test EURUSD:4:BUY:56.1:t'] }], 'not of the form'],
  ] satisfies [string, (MinuteLeaf | MinutePricesLeaf)[], string][])(
    'fails verification with %s',
    (_what, leaves, sentence) => {
      const { failures, published } = check(...leaves);
      expect(published).toContain(sentence);
      expect(failures).toBeGreaterThan(0);
    },
  );
});
