import { beforeAll, describe, expect, test } from 'vitest';
import type { BrokerLinks } from '#contract/traders.ts';
import { aLiveSignal, anEnteringSignal, iso, lateEvening, noon, practice } from '#tests/support/browser/fake-api.ts';
import { loadPhrases, phrasesIn } from '#web/language/phrase-book.ts';
import { brokerOrderUrl, distanceText, entryAt, entryNote } from './entry.tsx';

const links: BrokerLinks = {
  kind: 'sandbox',
  broker: 'Training Broker',
  ownership: 'none_needed',
  register: 'http://localhost:3001/join',
  deposit: 'http://localhost:3001/desk?lang=uk',
};

test.each([
  ['BUY', 'up'],
  ['SELL', 'down'],
] as const)('fills in the order of a %s at the training broker', (signal, direction) => {
  expect(brokerOrderUrl(links, aLiveSignal({ signal, duration: 3 }))).toBe(
    `http://localhost:3001/desk?lang=uk&symbol=EURUSD&minutes=3&direction=${direction}`,
  );
});

test('leaves the address of another broker as it is', () => {
  const deposit = 'https://broker.example/cabinet?ref=1';
  expect(brokerOrderUrl({ ...links, kind: 'pocket', deposit }, aLiveSignal())).toBe(deposit);
});

const live = aLiveSignal({ time: iso(noon), openedAt: iso(noon), expiresAt: iso(noon + 300_000) });

test.each([
  ['half a minute to enter', live, 5_000, 'now', 25_000],
  ['then it is too late', live, 30_000, 'late', 0],
  ['a small margin lasts less', { ...live, passability: 55.2 }, 12_000, 'late', 0],
  ['below break-even nothing is advised', { ...live, passability: 52 }, 0, 'never', 0],
  ['nor in practice', { ...live, ...practice }, 0, 'practice', 0],
  ['the entry price is pending', anEnteringSignal(), 1_000, 'entering', 0],
  ['the result is due', live, 300_000, 'waiting', 0],
] as const)('%s', (_title, signal, after, state, adviseMs) => {
  expect(entryAt(signal, noon + after)).toMatchObject({ state, adviseMs });
});

test('in the thin hours the price is to be compared first', () => {
  const [time, expiresAt] = [iso(lateEvening), iso(lateEvening + 300_000)];
  expect(entryAt({ ...live, time, openedAt: time, expiresAt }, lateEvening + 5_000).state).toBe('thin');
});

describe('beside the advice', () => {
  beforeAll(() => loadPhrases('en', ['signal', 'flow']));
  const note = (signal: typeof live, after: number, price = 1.08447): string =>
    entryNote({ signal, entry: entryAt(signal, noon + after), price }, phrasesIn('en'));

  test('stand the seconds that are left, then the distance of the price', () => {
    expect([note(live, 5_000), note(live, 133_000)]).toEqual(['25\u00a0s left', '1.5 pips ahead']);
    expect(distanceText({ ...live, signal: 'SELL' }, 1.08447, phrasesIn('en'))).toBe('1.5 pips behind');
    expect(distanceText(live, 1.08432, phrasesIn('en'))).toBe('at entry');
  });

  test('practice says how much it is short by, of the numbers that are shown', () => {
    expect(note({ ...live, ...practice }, 0)).toBe('short by 3');
    expect(note({ ...live, ...practice, passability: 54.6 }, 0)).toBe('just short');
  });
});
