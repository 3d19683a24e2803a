import { expect, it } from 'vitest';
import { getProofState } from './proof-state.ts';

const expiresFrom = 1_000;

it.each([
  ['proven', { provenAt: 999, now: 2_000 }],
  ['unproven', { provenAt: 1_000, now: 2_000 }],
  ['pending', { provenAt: null, now: 999 }],
  ['unproven', { provenAt: null, now: 1_000 }],
] as const)('is %s for %j', (state, times) => {
  expect(getProofState({ ...times, expiresFrom, quorum: 2 })).toBe(state);
});

it('is never proven without a quorum', () => {
  expect(getProofState({ provenAt: 1, now: 2, expiresFrom, quorum: 0 })).toBe('unproven');
});
