import { expect, test } from 'vitest';
import type { BrokerLinks } from '#contract/traders.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { brokerOrderUrl } from './entry-card.tsx';

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
