import { expect, test } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { aLiveSignal, aSettledSignal, noon } from '#tests/support/browser/fake-api.ts';
import { activeSignalIn, isResultOver, withoutReset, withSignal } from './signal-list.ts';

const signal = (id: string, status: Signal['status'], time = '2026-11-18T12:00:00.000Z'): Signal => ({
  ...aLiveSignal(),
  id,
  status,
  time,
});

const none = new Set<string>();

test('a late event never turns a settled signal back into an open one', () => {
  const settled = [signal('a', 'settled')];
  expect(withSignal(settled, signal('a', 'live'), none)).toBe(settled);
});

test('a settled signal replaces the open one', () => {
  const list = withSignal([signal('a', 'live')], signal('a', 'settled'), none);
  expect(list).toEqual([signal('a', 'settled')]);
  expect(activeSignalIn(list)).toBeNull();
});

test('a reset signal is removed, and a late event does not restore it', () => {
  const reset = new Set(['a']);
  const left = withoutReset([signal('a', 'live'), signal('b', 'settled')], reset);
  expect(left).toEqual([signal('b', 'settled')]);
  expect(withSignal(left, signal('a', 'settled'), reset)).toBe(left);
});

test('a result is shown for ten minutes after its expiry, of a signal that was never entered after its issue', () => {
  const settled = aSettledSignal('unsuccessful');
  const voided = { ...aSettledSignal('void'), openedAt: null, expiresAt: null };
  const end = 10 * minuteMs;
  for (const [shown, from] of [
    [settled, noon],
    [voided, Date.parse(voided.time)],
  ] as const)
    expect([0, end - 1, end].map((passed) => isResultOver(shown, from + passed))).toEqual([false, false, true]);
  expect(isResultOver(aLiveSignal(), noon + 5 * hourMs), 'an open signal stays').toBe(false);
});
