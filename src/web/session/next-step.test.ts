import { expect, test } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { languageOnward, nextStep } from './next-step.ts';

const user: User = {
  id: '0a3cb6f1-6f0e-4c70-8a3e-3b1de1a7c111',
  email: 'trader@kurs.example',
  lang: 'uk',
  campaign: null,
  isActivated: true,
  referralId: '12345678',
  brokerAccountId: '12345678',
  balance: 20,
  isBalanceValid: true,
  isBalanceHidden: false,
  balanceCheckedAt: null,
  roles: ['user'],
};
const newcomer = { ...user, isActivated: false, referralId: null };
const withoutBroker = { ...user, referralId: null };

test('an unconfirmed address takes precedence over everything else', () => {
  expect(nextStep(newcomer, 'en', '/en/account')).toBe('/en/confirm-email?next=%2Fen%2Faccount');
  expect(nextStep(newcomer, 'en', null)).toBe('/en/confirm-email');
});

test('signals require a broker id, other pages do not', () => {
  expect(nextStep(withoutBroker, 'uk', null)).toBe('/uk/enter-id');
  expect(nextStep(withoutBroker, 'uk', '/uk/signal')).toBe('/uk/enter-id');
  expect(nextStep(withoutBroker, 'uk', '/uk/account')).toBe('/uk/account');
});

test('an administrator without a broker id arrives at the pages of administrators', () => {
  const operator = { ...withoutBroker, roles: ['user' as const, 'admin' as const] };
  expect(nextStep(operator, 'uk', null)).toBe('/uk/admin');
  expect(nextStep(operator, 'uk', '/uk/signal')).toBe('/uk/enter-id');
  expect(nextStep({ ...operator, referralId: '1' }, 'uk', null)).toBe('/uk/signal');
});

test.each(['//evil.com', 'https://evil.com', '/uk//evil.com', '/uk/\\evil.com', '/%2f%2fevil.com', null])(
  'A53: %s leads to the signals and never off the site',
  (wanted) => {
    expect(nextStep(user, 'ru', wanted)).toBe('/ru/signal');
  },
);

test('leads to the requested page', () => {
  expect(nextStep(user, 'ru', '/ru/account')).toBe('/ru/account');
});

const alert = '/uk/signal?model=vip&from=a//b#why';

test('a link keeps its query and hash through every step', () => {
  const next = encodeURIComponent(alert);
  expect(nextStep(newcomer, 'uk', alert)).toBe(`/uk/confirm-email?next=${next}`);
  expect(nextStep(withoutBroker, 'uk', alert)).toBe(`/uk/enter-id?next=${next}`);
  expect(nextStep(user, 'uk', alert)).toBe(alert);
});

test.each(['/uk/confirm-email', '/uk/enter-id'])('continues from %s to the page behind it', (step) => {
  const wanted = `${step}?next=${encodeURIComponent(alert)}`;
  expect(nextStep(user, 'uk', wanted)).toBe(alert);
  expect(nextStep(withoutBroker, 'uk', wanted)).toBe(`/uk/enter-id?next=${encodeURIComponent(alert)}`);
  expect(nextStep(user, 'uk', step)).toBe('/uk/signal');
  expect(nextStep(user, 'uk', `${step}?next=https://evil.com`)).toBe('/uk/signal');
});

test('the id in the return link of the broker survives signing in, until an id is confirmed', () => {
  const wanted = '/uk/enter-id?id=1234567';
  expect(nextStep(withoutBroker, 'uk', wanted)).toBe(wanted);
  expect(nextStep(withoutBroker, 'en', wanted)).toBe('/en/enter-id?id=1234567');
  expect(nextStep(newcomer, 'uk', wanted)).toBe('/uk/confirm-email');
  expect(nextStep(user, 'uk', wanted)).toBe('/uk/signal');
});

test.each([
  ['en', null, 'en'],
  ['en', 'en', 'uk'],
  ['en', 'ru', 'en'],
] as const)('opened in %s, with %s set by the site, continues in %s for a user who chose uk', (lang, given, onward) => {
  expect(languageOnward(user, lang, given)).toBe(onward);
});
