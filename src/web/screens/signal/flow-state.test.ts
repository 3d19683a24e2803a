import { expect, test } from 'vitest';
import { errorCodes } from '#domain/error-code.ts';
import { aSettledSignal, aWorkingStats, iso, noon } from '#tests/support/browser/fake-api.ts';
import { ApiError, type ApiErrorCode, connectionCodes } from '#web/api/api-error.ts';
import { type FlowState, flowState } from './signal-flow-content.tsx';
import { type Search, searchAfter } from './search.ts';
import { bestOfAll, toChase, type SignalRequest } from './signal-request.ts';

const lost = aSettledSignal('unsuccessful');
const open = aWorkingStats();
const choice: SignalRequest = { kind: 'choice', model: 'kurs_ai_v2', interval: 5, symbol: null };

const facts = { market: open, isLoading: false, loadingError: null, isAutomatic: false };
const none: Search = { kind: 'none-yet' };

/** Every button that requests a signal, the signal shown when it is pressed, and its request. */
const buttons = {
  'Get signal': { shown: null, request: choice },
  'Another signal': { shown: lost, request: choice },
  'Chase the outcome': { shown: lost, request: toChase(lost) },
  'Try again': { shown: null, request: choice },
  'Get the best signal now': { shown: null, request: bestOfAll },
  'Take it as practice': { shown: null, request: { ...choice, isPractice: true } },
} as const;

/** Codes that lead to a screen other than the card with the server's message. */
const places: Partial<Record<ApiErrorCode, FlowState['kind'] | 'sign-in'>> = {
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

test.each(cases)('$button with the error $code shows $place', ({ code, shown, request, place }) => {
  const search = searchAfter(request, new ApiError({ code }), noon);
  if (place === 'sign-in') return expect(search).toBeNull();
  if (!search) throw new Error('the session is not over');
  expect(flowState({ ...facts, shown, search })).toMatchObject({ kind: place, search: { request } });
});

test('shows the screen of a market that has closed meanwhile instead of the error', () => {
  const search = searchAfter(choice, new ApiError({ code: 'market_closed' }), noon) ?? none;
  const closed = aWorkingStats({ open: false });
  expect(flowState({ ...facts, shown: lost, search, market: closed })).toEqual({ kind: 'resting', market: closed });
});

test('shows a running signal before any search', () => {
  const running = { ...lost, status: 'live' as const, expiresAt: iso(noon + 60_000) };
  const search = searchAfter(choice, new ApiError({ code: 'signal_active' }), noon) ?? none;
  expect(flowState({ ...facts, shown: running, search })).toEqual({ kind: 'running', signal: running });
});

test('shows a result until the next request', () => {
  expect(flowState({ ...facts, shown: lost, search: none })).toEqual({ kind: 'settled', signal: lost });
  const searching: Search = { kind: 'searching', request: choice, found: null };
  expect(flowState({ ...facts, shown: lost, search: searching })).toEqual({ kind: 'searching', search: searching });
});
