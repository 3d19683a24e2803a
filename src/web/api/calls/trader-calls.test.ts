import { expect, test } from 'vitest';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { aCheck } from '#tests/support/browser/fake-traders.ts';
import { brokerAnswer } from './trader-calls.ts';

const before = '2026-11-18T11:50:00.000Z';
const begun = '2026-11-18T11:59:36.000Z';
const after = '2026-11-18T11:59:40.000Z';

const requested = { kind: 'balance', startedAt: begun, attempts: 1, answeredAt: null } as const;

test.each([
  ['has not answered since the check began', requested, before, 'silent'],
  ['has not answered, and no balance is known', requested, null, 'silent'],
  ['answered this check', { ...requested, answeredAt: after }, after, null],
  ['answered another request after the check began', requested, after, null],
  ['has not been called yet', { ...requested, attempts: 0 }, before, null],
  ['does not know the trader', { ...requested, state: 'not_found', answeredAt: after }, before, 'lost'],
  ['is queried about a claimed id', { ...requested, kind: 'claim' }, null, null],
] as const)('the broker %s', (_, check, balanceCheckedAt, message) => {
  expect(brokerAnswer({ check: aCheck(check), user: aUser({ balance: 6.4, balanceCheckedAt }) })).toBe(message);
});

test('returns null without a check', () => {
  expect(brokerAnswer({ check: null, user: aUser() })).toBeNull();
});
