import { expect, test } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { activeSignalIn, withoutReset, withSignal } from './signal-list.ts';

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
