import { expect, test } from 'vitest';
import { aLiveSignal, anEnteringSignal, iso, noon } from '#tests/support/browser/fake-api.ts';
import { anAutoRun } from '#tests/support/browser/fake-automatic.ts';
import { barState } from './automatic-bar.tsx';

test('a waiting run counts down to its next signal', () => {
  const run = anAutoRun({ state: 'waiting', nextSignalAt: iso(noon + 42_000) });
  expect(barState(run, null, noon)).toEqual({ kind: 'waiting', left: 42_000, share: 0.7 });
});

test('a run that found no signal shows the time of its next search', () => {
  const run = anAutoRun({ state: 'searching', nextSignalAt: iso(noon + 48_000) });
  expect(barState(run, null, noon)).toMatchObject({ kind: 'none', left: 48_000 });
});

test.each(['waiting', 'searching'] as const)('a %s run is searching once its time has come', (state) => {
  const run = anAutoRun({ state, nextSignalAt: iso(noon) });
  expect(barState(run, null, noon)).toEqual({ kind: 'searching' });
});

test('an open signal takes precedence over the run', () => {
  const run = anAutoRun({ state: 'running', nextSignalAt: null });
  expect(barState(run, null, noon)).toEqual({ kind: 'running' });
  expect(barState(run, anEnteringSignal(), noon)).toEqual({ kind: 'entering', symbol: 'EURUSD' });
  expect(barState(run, aLiveSignal(), noon)).toEqual({ kind: 'live', symbol: 'EURUSD', left: 240_000, share: 0.8 });
  expect(barState(run, aLiveSignal(), noon + 240_000)).toEqual({ kind: 'settling', symbol: 'EURUSD' });
});

test('a stopped run shows the reason, even with an open signal', () => {
  const run = anAutoRun({ state: 'stopped', nextSignalAt: null, stopReason: 'losses' });
  expect(barState(run, aLiveSignal(), noon)).toEqual({ kind: 'stopped', reason: 'losses' });
});
