import { expect, test } from 'vitest';
import { hourMs } from '#domain/time.ts';
import { aLiveSignal, aSettledSignal, noon } from '#tests/support/browser/fake-api.ts';
import { isResultOver, resultShownMs } from './use-signal-flow.ts';

test('a result is shown for ten minutes after its expiry', () => {
  const settled = aSettledSignal('unsuccessful');
  expect([noon, noon + resultShownMs - 1, noon + resultShownMs].map((now) => isResultOver(settled, now))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a signal that was never entered is shown for ten minutes after its issue', () => {
  const voided = { ...aSettledSignal('void'), openedAt: null, expiresAt: null };
  const issuedAt = Date.parse(voided.time);
  expect([issuedAt + resultShownMs - 1, issuedAt + resultShownMs].map((now) => isResultOver(voided, now))).toEqual([
    false,
    true,
  ]);
});

test('an open signal stays, however late its result is', () => {
  expect(isResultOver(aLiveSignal(), noon + 5 * hourMs)).toBe(false);
});
