import { describe, expect, it } from 'vitest';
import type { Outcome } from '#domain/signals/outcome.ts';
import { lossesInARow, nextStep } from './auto-run-step.ts';
import type { AutoRunSignal } from './auto-runs.repository.ts';

const now = Date.parse('2026-03-03T15:00:00.000Z');

const settled = (result: Outcome, settledAt = now): AutoRunSignal => ({
  id: 'a',
  status: 'settled',
  result,
  issuedAt: new Date(settledAt - 301_000),
  expiresAt: new Date(settledAt - 1_000),
  duration: 5,
  settledAt: new Date(settledAt),
});
const open: AutoRunSignal = {
  ...settled('void'),
  status: 'live',
  result: null,
  expiresAt: new Date(now + 60_000),
  settledAt: null,
};
const entering: AutoRunSignal = { ...open, status: 'entering', issuedAt: new Date(now), expiresAt: null };
const run = { state: 'running', stopAfterLosses: 3, dailyLimit: 10 } as const;
const getStep = (signals: AutoRunSignal[], change: object = {}, signalsToday = signals.length) =>
  nextStep({ ...run, ...change }, { signals, signalsToday }, now);

describe('the next step of an auto-signal run', () => {
  it.each([
    ['searches for the first signal', [], { state: 'waiting' }, { kind: 'search' }],
    ['awaits the result of an open signal', [open], {}, { kind: 'await', at: now + 70_000 }],
    [
      'awaits it also when the process died before it wrote so',
      [open],
      { state: 'searching' },
      { kind: 'await', at: now + 70_000 },
    ],
    [
      'allows for the time of the first tick while the signal is entering',
      [entering],
      {},
      { kind: 'await', at: now + 315_000 },
    ],
    [
      'looks again soon when the result is late',
      [{ ...open, expiresAt: new Date(now - 60_000) }],
      {},
      { kind: 'await', at: now + 1_000 },
    ],
    [
      'pauses for a minute after a result',
      [settled('successful', now - 2_000)],
      {},
      { kind: 'rest', at: now + 58_000 },
    ],
    ['does not pause longer than that', [settled('successful', now - 90_000)], {}, { kind: 'rest', at: now }],
    ['searches when the pause is over', [settled('successful')], { state: 'waiting' }, { kind: 'search' }],
    ['searches again when nothing was found', [settled('unsuccessful')], { state: 'searching' }, { kind: 'search' }],
  ] as const)('%s', (_title, signals, change, step) => {
    expect(getStep([...signals], change)).toEqual(step);
  });

  it('stops after the configured number of consecutive losses, in every state', () => {
    const losses = [settled('unsuccessful'), settled('unsuccessful'), settled('unsuccessful')];
    for (const state of ['running', 'waiting', 'searching'])
      expect(getStep(losses, { state })).toEqual({ kind: 'stop', reason: 'losses' });
    expect(getStep(losses, { stopAfterLosses: 4 })).toMatchObject({ kind: 'rest' });
  });

  it('stops at the daily limit, which includes the other runs of the day', () => {
    expect(getStep([settled('successful')], {}, 10)).toEqual({ kind: 'stop', reason: 'daily_limit' });
    expect(getStep([settled('successful')], {}, 9)).toMatchObject({ kind: 'rest' });
  });

  it('stops only after the open signal has its outcome', () => {
    expect(getStep([open], {}, 10)).toMatchObject({ kind: 'await' });
  });
});

it.each([
  [0, []],
  [0, ['successful', 'unsuccessful']],
  [1, ['unsuccessful', 'successful', 'unsuccessful']],
  [2, ['unsuccessful', 'neutral', 'void', 'unsuccessful', 'successful', 'unsuccessful']],
  [3, ['unsuccessful', 'unsuccessful', 'unsuccessful']],
] as const)('counts %i losses in a row, newest first: %j', (losses, results) => {
  expect(lossesInARow({ signals: results.map((result) => settled(result)) })).toBe(losses);
});
