import { expect, test } from 'vitest';
import { createFeedAgreement, type FeedSide } from './feed-agreement.ts';

/** Spread 0.0001, so prices are apart from a difference of 0.0003 on. */
const tick = (at: number, mid: number, spread = 0.0001) => ({
  symbol: 'EURUSD',
  time: at,
  receivedAt: at,
  bid: mid - spread / 2,
  ask: mid + spread / 2,
});

const played = (...ticks: readonly (readonly [FeedSide, number, number])[]): boolean[] => {
  const agreement = createFeedAgreement();
  return ticks.map(([side, at, mid]) => agreement.onTick(side, tick(at, mid)));
};

test('prices within three usual spreads agree', () => {
  expect(played(['main', 0, 1.1], ['second', 100, 1.1002], ['main', 2_000, 1.0999])).toEqual([false, false, false]);
});

test('prices are apart once both feeds have repeated the difference for a second', () => {
  expect(
    played(
      ['main', 0, 1.1],
      ['second', 100, 1.101],
      ['main', 600, 1.1],
      ['second', 1_000, 1.101],
      ['main', 1_100, 1.1],
    ),
  ).toEqual([false, false, false, false, true]);
});

test('a feed that is a moment behind is not apart', () => {
  expect(
    played(
      ['main', 0, 1.1],
      ['second', 100, 1.1],
      ['main', 200, 1.101],
      ['main', 1_300, 1.101],
      ['second', 1_400, 1.101],
    ),
  ).toEqual([false, false, false, false, false]);
});

test('prices agree again with the first tick that is near', () => {
  expect(
    played(
      ['main', 0, 1.1],
      ['second', 0, 1.101],
      ['main', 900, 1.1],
      ['second', 1_000, 1.101],
      ['main', 1_001, 1.1009],
    ),
  ).toEqual([false, false, false, true, false]);
});

test('a feed that is silent for ten seconds is not compared', () => {
  const agreement = createFeedAgreement();
  agreement.onTick('main', tick(0, 1.1));
  agreement.onTick('second', tick(0, 1.101));
  agreement.onTick('second', tick(500, 1.101));
  expect(agreement.onTick('main', tick(10_501, 1.1))).toBe(false);
  expect(agreement.getDifference('EURUSD')).toBeNull();
});

test('the difference is measured in the larger usual spread, at least the last digit', () => {
  const agreement = createFeedAgreement();
  expect(agreement.getDifference('EURUSD')).toBeNull();
  agreement.onTick('main', tick(0, 1.1, 0));
  agreement.onTick('second', tick(0, 1.1001, 0));
  expect(agreement.getDifference('EURUSD')).toBeCloseTo(10, 6);
  agreement.onTick('second', tick(1, 1.1001, 0.0002));
  expect(agreement.getDifference('EURUSD')).toBeLessThan(10);
});
