import { expect, test } from 'vitest';
import { aLiveSignal, anEnteringSignal, iso, noon } from '#tests/support/fake-api.ts';
import { anAutomaticSession } from '#tests/support/fake-automatic.ts';
import { barState } from './bar-state.ts';

test('a session that waits counts down to its next signal', () => {
  const session = anAutomaticSession({ state: 'waiting', nextSignalAt: iso(noon + 42_000) });
  expect(barState(session, null, noon)).toEqual({ kind: 'waiting', left: 42_000, share: 0.7 });
});

test('a session that found none says when it looks again', () => {
  const session = anAutomaticSession({ state: 'searching', nextSignalAt: iso(noon + 48_000) });
  expect(barState(session, null, noon)).toMatchObject({ kind: 'none', left: 48_000 });
});

test.each(['waiting', 'searching'] as const)('%s whose moment has come is looking', (state) => {
  const session = anAutomaticSession({ state, nextSignalAt: iso(noon) });
  expect(barState(session, null, noon)).toEqual({ kind: 'searching' });
});

test('an open signal comes before the session', () => {
  const session = anAutomaticSession({ state: 'running', nextSignalAt: null });
  expect(barState(session, null, noon)).toEqual({ kind: 'running' });
  expect(barState(session, anEnteringSignal(), noon)).toEqual({ kind: 'entering', symbol: 'EURUSD' });
  expect(barState(session, aLiveSignal(), noon)).toEqual({ kind: 'live', symbol: 'EURUSD', left: 240_000, share: 0.8 });
  expect(barState(session, aLiveSignal(), noon + 240_000)).toEqual({ kind: 'settling', symbol: 'EURUSD' });
});

test('a session that stopped tells why, whatever is open', () => {
  const session = anAutomaticSession({ state: 'stopped', nextSignalAt: null, stopReason: 'losses' });
  expect(barState(session, aLiveSignal(), noon)).toEqual({ kind: 'stopped', reason: 'losses' });
});
