import { expect, test } from 'vitest';
import { hourMs } from '#domain/time.ts';
import { aLiveSignal, aSettledSignal, noon } from '#tests/support/fake-api.ts';
import { isResultOver } from './result-shown-until.ts';

test('a result is shown for an hour after its expiry', () => {
  const settled = aSettledSignal('unsuccessful');
  expect([noon, noon + hourMs - 1, noon + hourMs].map((now) => isResultOver(settled, now))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a signal that was never entered is shown for an hour after its issue', () => {
  const voided = { ...aSettledSignal('void'), openedAt: null, expiresAt: null };
  const issuedAt = Date.parse(voided.time);
  expect([issuedAt + hourMs - 1, issuedAt + hourMs].map((now) => isResultOver(voided, now))).toEqual([false, true]);
});

test('an open signal stays, however late its result is', () => {
  expect(isResultOver(aLiveSignal(), noon + 5 * hourMs)).toBe(false);
});
