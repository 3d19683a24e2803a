import { beforeEach, expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { WorkingStats } from '#contract/prices.ts';
import type { Outlook } from '#contract/signals.ts';
import type { User } from '#contract/accounts.ts';
import type { BrokerLinks, TraderCheck } from '#contract/traders.ts';
import { errorCodes } from '#domain/error-code.ts';
import {
  aLiveSignal,
  anOutlook,
  aSettledSignal,
  aSilentOutlook,
  aWorkingStats,
  iso,
  noon,
  practice,
  somePayouts,
} from '#tests/support/browser/fake-api.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { anAutoRun } from '#tests/support/browser/fake-automatic.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { ApiError, type ApiErrorCode, connectionCodes } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { type ChoiceRequest, type RunMode, type Search, toChase } from './signal-request.ts';
import type { AutoRunFlow } from './use-auto-run.ts';
import { isResultLeft, searchAfter, type SignalFlow } from './use-signal-flow.ts';
import { flowState, SignalFlowContent } from './signal-flow-content.tsx';

const choice: ChoiceRequest = { kind: 'choice', model: 'kurs_ai_v2', interval: 5, symbol: null };
const mode: RunMode = { take: false, isRepeated: false, limits: { stopAfterLosses: 3, dailyLimit: 10 } };

const aFlow = (over: Partial<SignalFlow> = {}): SignalFlow => ({
  isLoading: false,
  loadingError: null,
  signals: over.shown ? [over.shown] : [],
  shown: null,
  search: { kind: 'none-yet' },
  find: vi.fn(),
  autoRun: anAutoRunFlow(),
  watching: null,
  watch: vi.fn(),
  dismiss: vi.fn(),
  reset: vi.fn(),
  undo: null,
  ...over,
});

const anAutoRunFlow = (over: Partial<AutoRunFlow> = {}): AutoRunFlow => ({
  run: null,
  isRunning: false,
  start: vi.fn(() => Promise.resolve()),
  stop: vi.fn(() => Promise.resolve()),
  dismiss: vi.fn(),
  ...over,
});

interface Scene {
  readonly flow?: Partial<SignalFlow>;
  readonly market?: Partial<WorkingStats>;
  readonly user?: Partial<User>;
  readonly isSelfExcluded?: boolean;
  readonly outlook?: Outlook;
  readonly check?: TraderCheck['check'];
  readonly broker?: BrokerLinks['kind'];
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

async function show({ flow = {}, market = {}, user: over = {}, ...rest }: Scene) {
  const { isSelfExcluded = false, outlook = anOutlook(), check = null, broker = 'pocket' } = rest;
  const person = aUser({ balanceCheckedAt: iso(noon), ...over });
  const known = {
    check,
    user: person,
    isBalanceValid: (person.balance ?? 0) >= 10,
    isVip: false,
    isSelfExcluded,
    minBalance: 10,
    vipBalance: 1000,
    balanceHoldsMs: 86_400_000,
  };
  stubServer({
    'GET /api/signal/workingStats': aWorkingStats(market),
    'GET /api/trader/check': known,
    'POST /api/trader/check': known,
    'GET /api/trader/links': { kind: broker, broker: 'A Broker', register: '#', ownership: 'by_link', deposit: '#' },
    'GET /python_api/symbols': [],
    'GET /python_api/outlook': outlook,
    'GET /api/payout': somePayouts(),
  });
  const shown = aFlow(flow);
  await renderPage(<SignalFlowContent user={person} flow={shown} />, '/en/signal');
  return shown;
}

const refusedWith = (code: ApiErrorCode, details?: unknown, at = noon) =>
  searchAfter(
    { request: choice, mode },
    new ApiError({ code, message: 'The server says why.', requestId: 'req-1', details }),
    at,
  );

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) });
});

test('the button requests the chosen model and duration', async () => {
  const flow = await show({});
  await button('Get signal').click();
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(choice, mode);
});

test('choosing: a first visit has five minutes chosen, later ones the last choice', async () => {
  const known = anOutlook();
  const models = known.models.map(({ aiModel, durations }) => ({
    aiModel,
    durations: durations.map((one) => ({ ...one, minutes: one.interval === 10 ? 2 : 10 })),
  }));
  const radio = (name: RegExp) => page.getByRole('radio', { name });
  await show({ outlook: { ...known, models } });
  await expect.element(radio(/^5\smin$/)).toBeChecked();
  await page.getByText(/^7\smin$/).click();
  await cleanup();
  await show({});
  await expect.element(radio(/^7\smin$/)).toBeChecked();
});

test('another signal repeats the model and duration just used', async () => {
  const shown = { ...aSettledSignal('successful'), aiModel: 'kurs_ai_v1' as const, duration: 7 as const };
  const flow = await show({ flow: { shown } });
  await button('Another signal').click();
  expect(flow.find).toHaveBeenCalledExactlyOnceWith({ kind: 'choice', model: 'kurs_ai_v1', interval: 7, symbol: null });
});

test('another signal after a chase repeats what its chain began with, and the manual model its pair', async () => {
  const first = { ...aSettledSignal('unsuccessful'), aiModel: 'manual' as const, duration: 10 as const };
  const id = '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e';
  const shown = { ...aSettledSignal('successful'), id, duration: 2 as const, chaseOf: first.id };
  const flow = await show({ flow: { shown, signals: [shown, first] } });
  await button('Another signal').click();
  const repeated = { kind: 'choice', model: 'manual', interval: 10, symbol: 'EURUSD' };
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(repeated);
});

const sentence = 'There are no signals available at the moment, please try again in a minute!';

test('no signal: the heading is the prescribed message, and the nearest forecast stays', async () => {
  await show({ flow: { search: refusedWith('no_signal') }, outlook: aSilentOutlook('below_threshold') });
  await expect.element(heading(sentence)).toBeInTheDocument();
  await expect.element(page.getByText('Closest')).toBeInTheDocument();
});

test.each([
  ['thin_hours', /^Spreads are wide/],
  ['recent_pairs', /^You had the ready pairs/],
  ['not_calibrated', /^Not calibrated on this market/],
] as const)('the reason %s is stated where the figures do not say it', async (reason, words) => {
  await show({ outlook: aSilentOutlook(reason, 57) });
  await expect.element(page.getByText(words)).toBeInTheDocument();
});

test('watching: stop, what the watch does, and practice', async () => {
  const run = anAutoRun({ count: 1, take: false, state: 'searching' });
  const outlook = aSilentOutlook('below_threshold');
  const autoRun = anAutoRunFlow({ isRunning: true, run });
  const watching = { request: choice, mode };
  const flow = await show({ flow: { autoRun, watching }, outlook });
  await expect.element(heading(sentence)).toBeInTheDocument();
  await page.getByRole('switch', { name: 'Take it for me' }).click();
  expect(flow.watch).toHaveBeenCalledExactlyOnceWith({ request: choice, mode: { ...mode, take: true } });
  await button('Practise now').click();
  expect(flow.find).toHaveBeenCalledExactlyOnceWith({ ...choice, isPractice: true }, mode);
  await button('Stop').click();
  expect(autoRun.stop).toHaveBeenCalledOnce();
});

test('one after another: the limits, and the time to the next signal', async () => {
  const run = anAutoRun({ nextSignalAt: iso(serverClock.now() + 42_000) });
  const autoRun = anAutoRunFlow({ isRunning: true, run });
  const watching = { request: choice, mode: { ...mode, take: true, isRepeated: true } };
  await show({ flow: { autoRun, watching }, outlook: aSilentOutlook('below_threshold') });
  await expect.element(page.getByText(/Next signal in/)).toBeInTheDocument();
  await expect.element(page.getByText('6 of 10 today')).toBeInTheDocument();
  await expect.element(page.getByRole('combobox', { name: 'Stop after losses' })).toBeInTheDocument();
});

test('a run that ended by itself says how', async () => {
  const run = anAutoRun({ state: 'stopped', stopReason: 'losses', nextSignalAt: null });
  await show({ flow: { autoRun: anAutoRunFlow({ run }) } });
  await expect.element(page.getByText('Stopped: 3 losses in a row')).toBeInTheDocument();
});

test('too many resets: from when the next signal is available, and no other try before', async () => {
  const details = { availableAt: iso(Date.now() + 600_000) };
  await show({ flow: { search: refusedWith('signal_active', details, Date.now()) } });
  await expect
    .element(page.getByText(/three times an hour. The next one is available at \d\d:\d\d/))
    .toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('warming up: the search goes on by itself when the models may be ready', async () => {
  const search = (at: number) => refusedWith('warming_up', { readyInSeconds: 9 }, at);
  const waiting = await show({ flow: { search: search(serverClock.now()) } });
  await expect.element(heading(/The models are getting ready/)).toBeInTheDocument();
  expect(waiting.find).not.toHaveBeenCalled();
  const ready = await show({ flow: { search: search(serverClock.now() - 20_000) } });
  await vi.waitFor(() => expect(ready.find).toHaveBeenCalledExactlyOnceWith(choice, mode));
});

test('VIP below its balance says the specified sentence', async () => {
  localStorage.setItem('aiModel', 'vip');
  await show({});
  const words = 'To use this indicator, your balance must be over $1000. Your current balance is $124.50.';
  await expect.element(heading(words)).toBeInTheDocument();
});

test('VIP refused for the balance says what the server says', async () => {
  await show({ flow: { search: refusedWith('vip_balance_required') } });
  await expect.element(heading('The server says why.')).toBeInTheDocument();
});

test('practice: it says what it is short by, and offers neither broker nor stake', async () => {
  await show({ flow: { shown: aLiveSignal(practice) } });
  await expect.element(page.getByText('Practice: stake nothing')).toBeInTheDocument();
  await expect.element(page.getByText('short by 3')).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /broker|stake/i })).not.toBeInTheDocument();
  await expect.element(page.getByText('Enter now')).not.toBeInTheDocument();
});

test('a lost practice signal can be chased too', async () => {
  await show({ flow: { shown: { ...aSettledSignal('unsuccessful'), ...practice } } });
  await expect.element(page.getByRole('button', { name: 'Chase the outcome' })).toBeInTheDocument();
});

test('an error: its message, its request id, and another try of the same request', async () => {
  const flow = await show({ flow: { search: refusedWith('internal_error') } });
  await expect.element(heading(/^The server says why\. .*req-1/)).toBeInTheDocument();
  await button('Try again').click();
  expect(flow.find).toHaveBeenCalledExactlyOnceWith(choice, mode);
});

test('an error that lasts until tomorrow offers no other try', async () => {
  await show({ flow: { search: refusedWith('stopped_for_today') } });
  await expect.element(page.getByText('The server says why.')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a closed market: when it opens, instead of the button', async () => {
  await show({ market: { open: false, nextOpen: iso(noon + 3_600_000) } });
  await expect.element(heading('The market is resting')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Get signal' })).not.toBeInTheDocument();
});

test('a balance that is too low: the screen of the balance before the choice', async () => {
  await show({ user: { balance: 4 } });
  await expect.element(heading('Not enough funds for signals')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Get signal' })).not.toBeInTheDocument();
});

const aLowBalance: TraderCheck['check'] = {
  kind: 'balance',
  traderId: '70000012',
  state: 'below_minimum',
  startedAt: iso(noon),
  answeredAt: iso(noon),
  attempts: 1,
  nextAt: iso(noon + 60_000),
  reason: null,
};

test('a balance that is too low at a broker that sends lists: the next list, and no check of it', async () => {
  await show({ user: { balance: 3 }, check: aLowBalance, broker: 'manual' });
  await expect.element(page.getByText(/updated with the next one\./)).toBeInTheDocument();
  await expect.element(page.getByText(/check again automatically|to an hour/)).not.toBeInTheDocument();
  await expect.element(button('Check balance')).not.toBeInTheDocument();
  await cleanup();
  await show({ user: { balance: 3 }, check: aLowBalance });
  await expect.element(button('Check balance')).toBeInTheDocument();
  await expect.element(page.getByText(/check again automatically/)).toBeInTheDocument();
});

test('no balance yet: the list of a broker that sends them is awaited, another broker is asked again', async () => {
  const silent = { ...aLowBalance, state: 'checking', answeredAt: null } as const;
  const user = { balance: null, balanceCheckedAt: null };
  await show({ user, check: silent, broker: 'manual' });
  await expect.element(heading('Waiting for the broker’s list')).toBeInTheDocument();
  await expect.element(button('Try now')).not.toBeInTheDocument();
  await cleanup();
  await show({ user, check: silent });
  await expect.element(button('Try now')).toBeInTheDocument();
});

const lost = aSettledSignal('unsuccessful');
const open = aWorkingStats();

const facts = { market: open, isLoading: false, loadingError: null };
const none: Search = { kind: 'none-yet' };

/** Errors that lead to a step of its own; after every other one the card stands, with the server's message. */
const aboutAccess: readonly ApiErrorCode[] = [
  'email_not_activated',
  'referral_required',
  'self_excluded',
  'balance_too_low',
  'broker_unavailable',
  'trader_not_found',
];

test.each([...errorCodes, ...connectionCodes])('after %s the card stands in place of a result', async (code) => {
  const search = searchAfter({ request: choice, mode }, new ApiError({ code }), noon);
  const isAboutAccess = aboutAccess.includes(code);
  expect(isResultLeft(search)).toBe(true);
  expect(flowState({ ...facts, shown: null, search })).toEqual({ kind: 'card', market: open, isAboutAccess });
});

test('shows the screen of a market that has closed meanwhile instead of the error', async () => {
  const search = searchAfter({ request: choice, mode }, new ApiError({ code: 'market_closed' }), noon);
  const closed = aWorkingStats({ open: false });
  expect(flowState({ ...facts, shown: null, search, market: closed })).toEqual({ kind: 'resting', market: closed });
});

test('shows a running signal before any search', async () => {
  const running = { ...lost, status: 'live' as const, expiresAt: iso(noon + 60_000) };
  const search = searchAfter({ request: choice, mode }, new ApiError({ code: 'signal_active' }), noon);
  expect(flowState({ ...facts, shown: running, search })).toEqual({ kind: 'running', signal: running });
});

test('shows a result until the next request', async () => {
  expect(flowState({ ...facts, shown: lost, search: none })).toEqual({ kind: 'settled', signal: lost });
  const searching: Search = { kind: 'searching', request: choice, found: null };
  expect([none, searching, { ...searching, request: toChase(lost) }].map(isResultLeft)).toEqual([false, true, false]);
  expect(flowState({ ...facts, shown: null, search: searching })).toMatchObject({ kind: 'card' });
});
