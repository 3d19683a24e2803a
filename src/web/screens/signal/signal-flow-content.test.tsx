import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signalPaths, traderPaths } from '#contract/paths.ts';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { User } from '#contract/accounts.ts';
import { errorCodes } from '#domain/error-code.ts';
import {
  aLiveSignal,
  anOutlook,
  aSettledSignal,
  aWorkingStats,
  iso,
  noon,
  practice,
} from '#tests/support/browser/fake-api.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { anAutoRun } from '#tests/support/browser/fake-automatic.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { ApiError, type ApiErrorCode, connectionCodes } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import type { Automatic } from './automatic/use-automatic.ts';
import { bestOfAll, type Search, searchAfter, type SignalRequest, toChase } from './signal-request.ts';
import { type FlowState, flowState, SignalFlowContent } from './signal-flow-content.tsx';
import type { SignalFlow } from './use-signal-flow.ts';

const choice: SignalRequest = { kind: 'choice', model: 'kurs_ai_v2', interval: 5, symbol: null };

const aFlow = (over: Partial<SignalFlow> = {}): SignalFlow => ({
  isLoading: false,
  loadingError: null,
  signals: over.shown ? [over.shown] : [],
  shown: null,
  search: { kind: 'none-yet' },
  find: vi.fn(),
  cancel: vi.fn(),
  dismiss: vi.fn(),
  reset: vi.fn(),
  undo: null,
  ...over,
});

const anAutomatic = (over: Partial<Automatic> = {}): Automatic => ({
  run: null,
  isRunning: false,
  start: vi.fn(() => Promise.resolve()),
  limit: vi.fn(() => Promise.resolve()),
  stop: vi.fn(() => Promise.resolve()),
  dismiss: vi.fn(),
  ...over,
});

interface Scene {
  readonly flow?: Partial<SignalFlow>;
  readonly automatic?: Partial<Automatic>;
  readonly market?: Partial<WorkingStats>;
  readonly user?: Partial<User>;
  readonly isSelfExcluded?: boolean;
  readonly outlook?: Outlook;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string | RegExp) => screen.findByRole('heading', { name });

async function show({ flow = {}, automatic = {}, market = {}, user: over = {}, ...rest }: Scene) {
  const { isSelfExcluded = false, outlook = anOutlook() } = rest;
  const person = aUser({ balanceCheckedAt: iso(noon), ...over });
  const known = {
    check: null,
    user: person,
    isBalanceValid: (person.balance ?? 0) >= 10,
    isVip: false,
    isSelfExcluded,
    minBalance: 10,
    vipBalance: 1000,
  };
  stubServer({
    [`GET ${signalPaths.workingStats}`]: aWorkingStats(market),
    [`GET ${traderPaths.check}`]: known,
    [`POST ${traderPaths.check}`]: known,
    [`GET ${signalPaths.symbols}`]: [],
    [`GET ${signalPaths.outlook}`]: outlook,
  });
  const shown = aFlow(flow);
  const user = renderPage(
    <SignalFlowContent user={person} flow={shown} automatic={anAutomatic(automatic)} />,
    '/en/signal',
  );
  return { user, flow: shown };
}

const refusedWith = (code: ApiErrorCode, message = 'The server says why.', request: SignalRequest = choice) => {
  const search = searchAfter(request, new ApiError({ code, message, requestId: 'req-1' }), noon);
  if (!search) throw new Error('the session is not over');
  return search;
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) });
});

test('choosing: the button requests the chosen model and duration', async () => {
  const { user, flow } = await show({});
  await user.click((await screen.findAllByRole('button', { name: 'Get signal' }))[0] as HTMLElement);
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(choice);
});

test('choosing: one button requests the best of all models and durations', async () => {
  const { user, flow } = await show({});
  await user.click(await button('Get the best signal now'));
  expect(flow.find).toHaveBeenCalledExactlyOnceWith({ kind: 'best' });
});

test('choosing: a first visit has five minutes chosen, later ones the last choice', async () => {
  const known = anOutlook();
  const models = known.models.map(({ aiModel, durations }) => ({
    aiModel,
    durations: durations.map((one) => ({ ...one, minutes: one.interval === 10 ? 2 : 10 })),
  }));
  const isChosen = async (name: RegExp) => ((await screen.findByRole('radio', { name })) as HTMLInputElement).checked;
  const { user } = await show({ outlook: { ...known, models } });
  expect(await isChosen(/^5\smin$/)).toBe(true);
  await user.click(await screen.findByRole('radio', { name: /^7\smin$/ }));
  cleanup();
  await show({});
  expect(await isChosen(/^7\smin$/)).toBe(true);
});

test('another signal repeats the model and duration just used', async () => {
  const shown = { ...aSettledSignal('successful'), aiModel: 'kurs_ai_v1' as const, duration: 7 as const };
  const { user, flow } = await show({ flow: { shown } });
  await user.click(await button('Another signal'));
  expect(flow.find).toHaveBeenCalledExactlyOnceWith({ kind: 'choice', model: 'kurs_ai_v1', interval: 7, symbol: null });
});

test('another signal after a chase repeats what its chain began with, and the manual model its pair', async () => {
  const first = { ...aSettledSignal('unsuccessful'), aiModel: 'manual' as const, duration: 10 as const };
  const id = '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e';
  const shown = { ...aSettledSignal('successful'), id, duration: 2 as const, chaseOf: first.id };
  const { user, flow } = await show({ flow: { shown, signals: [shown, first] } });
  await user.click(await button('Another signal'));
  const repeated = { kind: 'choice', model: 'manual', interval: 10, symbol: 'EURUSD' };
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(repeated);
});

test.each([
  ['below_threshold', 'No edge right now.'],
  ['thin_hours', 'Low liquidity: no signals for now.'],
  ['recent_pairs', 'The only edge is on a recent pair.'],
  ['not_calibrated', 'The model isn’t calibrated here yet.'],
] as const)('no signal (%s): the heading is the prescribed message, and the reason follows', async (reason, words) => {
  const request = { ...choice, model: 'manual', symbol: 'EURUSD' } as const;
  const why = { reason, best: null, waitSeconds: null, resumesAt: null };
  await show({ flow: { search: { kind: 'no-signal', request, at: noon, why } } });
  expect(await heading('There are no signals available at the moment, please try again in a minute!')).toBeDefined();
  expect(screen.getByText(words)).toBeDefined();
});

test('no signal: something else can be chosen', async () => {
  const { flow, user } = await show({ flow: { search: refusedWith('no_signal') } });
  await heading('There are no signals available at the moment, please try again in a minute!');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(await button('Choose something else'));
  expect(flow.dismiss).toHaveBeenCalledTimes(1);
});

test('too many resets: from when the next signal is available, and no other try before', async () => {
  const apiError = new ApiError({
    code: 'signal_active',
    message: 'A signal is active.',
    details: { availableAt: iso(Date.now() + 600_000) },
  });
  await show({
    flow: { search: { kind: 'refused', request: choice, at: Date.now(), apiError, isAboutAccess: false } },
  });
  expect(await screen.findByText(/three times an hour. The next one is available at \d\d:\d\d/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('warming up: the seconds that are left, and the search goes on by itself when they are over', async () => {
  const apiError = new ApiError({ code: 'warming_up', details: { readyInSeconds: 9 } });
  const search = (at: number): Search => ({ kind: 'refused', request: choice, at, apiError, isAboutAccess: false });
  const waiting = await show({ flow: { search: search(serverClock.now()) } });
  expect(await heading('The models are getting ready')).toBeDefined();
  expect(screen.getByText(/About [89] s left/)).toBeDefined();
  expect(waiting.flow.find).not.toHaveBeenCalled();
  const ready = await show({ flow: { search: search(serverClock.now() - 20_000) } });
  await vi.waitFor(() => expect(ready.flow.find).toHaveBeenCalledExactlyOnceWith(choice));
});

test('practice: it says what it is short by, and offers neither broker nor stake', async () => {
  await show({ flow: { shown: aLiveSignal(practice) } });
  expect(await screen.findByText('Practice: stake nothing')).toBeDefined();
  expect(screen.getByText('short by 3')).toBeDefined();
  expect(screen.queryByRole('link', { name: /broker|stake/i })).toBeNull();
  expect(screen.queryByText('Enter now')).toBeNull();
});

test('a lost practice signal can be chased too', async () => {
  await show({ flow: { shown: { ...aSettledSignal('unsuccessful'), ...practice } } });
  expect(await screen.findByRole('button', { name: 'Chase the outcome' })).toBeDefined();
});

test('an error: its message, its request id, and another try of the same request', async () => {
  const { user, flow } = await show({ flow: { search: refusedWith('internal_error') } });
  expect(await screen.findByText('The server says why.')).toBeDefined();
  expect(screen.getByText(/req-1/)).toBeDefined();
  await user.click(await button('Try again'));
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(choice);
});

test('an error that lasts until tomorrow offers no other try', async () => {
  await show({ flow: { search: refusedWith('stopped_for_today') } });
  expect(await screen.findByText('The server says why.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a chase that fails leads back to the lost signal', async () => {
  const lost = aSettledSignal('unsuccessful');
  const search = refusedWith('internal_error', 'No.', toChase(lost));
  const { user, flow } = await show({ flow: { shown: lost, search } });
  await user.click(await button('Back to the result'));
  expect(flow.cancel).toHaveBeenCalledTimes(1);
});

test('a closed market: when it opens, instead of the button', async () => {
  await show({ market: { open: false, nextOpen: iso(noon + 3_600_000) } });
  expect(await heading('The market is resting')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Get signal' })).toBeNull();
});

test('a balance that is too low: the screen of the balance before the choice', async () => {
  await show({ user: { balance: 4 } });
  expect(await heading('Not enough funds for signals')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Get signal' })).toBeNull();
});

test('automatic signals: their series instead of the choice', async () => {
  await show({ automatic: { isRunning: true, run: anAutoRun() } });
  expect(await heading('Limits for this run')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Get signal' })).toBeNull();
});

const lost = aSettledSignal('unsuccessful');
const open = aWorkingStats();

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

const cases = Object.entries(buttons).flatMap(([name, pressed]) =>
  [...errorCodes, ...connectionCodes].map((code) => ({ name, code, ...pressed, place: places[code] ?? 'refused' })),
);

test.each(cases)('$name with the error $code shows $place', ({ code, shown, request, place }) => {
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
