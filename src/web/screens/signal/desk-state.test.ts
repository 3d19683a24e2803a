import { expect, test } from 'vitest';
import { errorCodes } from '#domain/error-code.ts';
import { aSettledSignal, aWorkingStats, iso, noon } from '#tests/support/fake-api.ts';
import { ApiProblem, type ApiProblemCode, connectionCodes } from '../../api/api-problem.ts';
import { type DeskState, deskState } from './desk-state.ts';
import { type Search, searchAfter } from './search.ts';
import { chaseOf, type Wish } from './wish.ts';

const lost = aSettledSignal('unsuccessful');
const open = aWorkingStats();
const choice: Wish = { kind: 'choice', model: 'kurs_ai_v2', interval: 5, symbol: null };

const facts = { market: open, isLoading: false, loadingError: null, isAutomatic: false };
const none: Search = { kind: 'none-yet' };

/** Every button that asks for a signal, what is on the desk when it is pressed, and what it asks for. */
const buttons = {
  'Get signal': { shown: null, wish: choice },
  'Another signal': { shown: lost, wish: choice },
  'Chase the outcome': { shown: lost, wish: chaseOf(lost) },
  'Try again': { shown: null, wish: choice },
  'Look again automatically': { shown: null, wish: choice },
} as const;

/** Codes that lead elsewhere than to the card with the server's words. */
const places: Partial<Record<ApiProblemCode, DeskState['kind'] | 'sign-in'>> = {
  unauthenticated: 'sign-in',
  no_signal: 'no-signal',
  email_not_activated: 'access',
  referral_required: 'access',
  self_excluded: 'access',
  balance_too_low: 'access',
  broker_unavailable: 'access',
  trader_not_found: 'access',
};

const cases = Object.entries(buttons).flatMap(([button, pressed]) =>
  [...errorCodes, ...connectionCodes].map((code) => ({ button, code, ...pressed, place: places[code] ?? 'refused' })),
);

test.each(cases)('$button answered by $code shows $place', ({ code, shown, wish, place }) => {
  const search = searchAfter(wish, new ApiProblem({ code }), noon);
  if (place === 'sign-in') return expect(search).toBeNull();
  if (!search) throw new Error('the session is not over');
  expect(deskState({ ...facts, shown, search })).toMatchObject({ kind: place, search: { wish } });
});

test('a market that has closed meanwhile shows its own screen instead of the error', () => {
  const search = searchAfter(choice, new ApiProblem({ code: 'market_closed' }), noon) ?? none;
  const closed = aWorkingStats({ open: false });
  expect(deskState({ ...facts, shown: lost, search, market: closed })).toEqual({ kind: 'resting', market: closed });
});

test('a running signal comes before any search', () => {
  const running = { ...lost, status: 'live' as const, expiresAt: iso(noon + 60_000) };
  const search = searchAfter(choice, new ApiProblem({ code: 'signal_active' }), noon) ?? none;
  expect(deskState({ ...facts, shown: running, search })).toEqual({ kind: 'running', signal: running });
});

test('a result stays until something else is asked for', () => {
  expect(deskState({ ...facts, shown: lost, search: none })).toEqual({ kind: 'settled', signal: lost });
  const searching: Search = { kind: 'searching', wish: choice };
  expect(deskState({ ...facts, shown: lost, search: searching })).toEqual({ kind: 'searching', search: searching });
});
