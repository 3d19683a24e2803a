import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Signal } from '#contract/signals.ts';
import { languages } from '#domain/language.ts';
import { hourMs } from '#domain/time.ts';
import {
  aNewcomer,
  anActivation,
  aSecondFactor,
  aUser,
  type FakeAccounts,
  fakeAccounts,
} from '#tests/support/browser/fake-accounts.ts';
import { anAdminUser, anOpenSignalFile, type FakeAdmin, fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import {
  aLiveSignal,
  anEnteringSignal,
  aSettledSignal,
  aSilentOutlook,
  aThinHourSignal,
  aWorkingStats,
  type FakeState,
  iso,
  lateEvening,
  noon,
  noSignal,
  rejection,
  somePayouts,
} from '#tests/support/browser/fake-api.ts';
import { fakeAutomatic } from '#tests/support/browser/fake-automatic.ts';
import { aContest, aDrawnContest, anEntry, serveContest } from '#tests/support/browser/fake-contest.ts';
import { type FakeHistory, fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { aCheck, type FakeTraders, fakeTraders } from '#tests/support/browser/fake-traders.ts';
import { worker } from '#tests/support/components/fake-server.ts';
import type { FakeAnswer } from '#tests/support/network/serve.ts';
import { expectSound, openScreen } from '#tests/support/components/open-screen.tsx';

interface State {
  /** With the language: each is used in turn. */
  readonly path: string;
  readonly over?: Partial<FakeState>;
  readonly stored?: Readonly<Record<string, string>>;
  /** Steps after the page is open. */
  readonly act?: () => Promise<unknown>;
  /** A text or an element that only this state has. */
  readonly shows: RegExp | string;
}

const account = (over: Partial<FakeAccounts> = {}, traders: Partial<FakeTraders> = {}) => ({
  accounts: fakeAccounts(over),
  traders: fakeTraders(traders),
});
const visitor = (over: Partial<FakeAccounts> = {}) => ({ isSignedIn: false, ...account(over) });
const withoutId = { user: aUser({ referralId: null, brokerAccountId: null, balance: null, balanceCheckedAt: null }) };
const holding = (balance: number, checkedAt = iso(noon - 60_000)) => ({
  user: aUser({ balance, balanceCheckedAt: checkedAt }),
});

const find = async (css: string) => {
  await expect.poll(() => document.querySelector(css), { message: css }).not.toBeNull();
  return page.elementLocator(document.querySelector(css) as HTMLElement);
};
const press = async (css: string): Promise<void> => (await find(css)).click();
const fill = async (values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [id, value] of Object.entries(values)) await (await find(`#${id}`)).fill(value);
  await press('form [type=submit]');
};
const get = () => press('[data-shortcut="get"]');
const watched = { signal: JSON.stringify({ id: aLiveSignal().id, signal: 'BUY', symbol: 'EURUSD' }) };
const settled = (result: Parameters<typeof aSettledSignal>[0]) => ({ signals: [aSettledSignal(result)] });
const hourLater = iso(noon + hourMs);
const weekend = aWorkingStats({
  open: false,
  nextOpen: iso(noon + 161_760_000),
  nextClose: null,
  feed: { kind: 'deriv', live: true, delayMs: null },
});

/** every-screen checks the screens as they open, on the product's own data; this file their other states. */
const states: Readonly<Record<string, State>> = {
  'login with errors': {
    path: '/uk/login',
    over: visitor(),
    act: () => press('form [type=submit]'),
    shows: '#email[aria-invalid=true]',
  },
  'registration with errors': {
    path: '/en/register',
    over: visitor(),
    act: () => fill({ email: 'olena@gmial.com', newPassword: 'Password1!', repeat: 'Password2!' }),
    shows: '#repeat[aria-invalid=true]',
  },
  'forgotten password, sent': {
    path: '/ru/forgot-password',
    over: visitor(),
    act: () => fill({ email: 'olena@example.com' }),
    shows: 'h1:focus',
  },
  'invalid link of a new password': { path: '/uk/reset-password', over: visitor(), shows: 'h1' },
  'address to confirm': {
    path: '/en/confirm-email',
    over: account({ user: aNewcomer(), activation: anActivation() }),
    shows: /trader@kurs\.example/,
  },
  'address to confirm, refused': {
    path: '/ru/confirm-email',
    over: account({
      user: aNewcomer(),
      activation: anActivation({ mail: { status: 'refused', queuedAt: iso(noon), retryAt: null } }),
    }),
    shows: /trader@kurs\.example/,
  },
  'activated by an invalid link': {
    path: '/uk/activated-email?link=old',
    over: visitor({ refused: { '/api/auth/activate/old/registration': rejection('link_invalid', '') } }),
    shows: 'h1:focus',
  },
  'question of an activation': { path: '/en/activated-email?link=a-link', over: visitor(), shows: /Was it you/ },
  'another address, confirmed': {
    path: '/ru/email-change?link=a-link',
    act: () => press('button.btn-p'),
    shows: /new@kurs\.example/,
  },
  'another address, asked for': {
    path: '/uk/account',
    act: () => press('button:has(.lucide-at-sign)'),
    shows: 'dialog[open]',
  },
  'broker id, checked': { path: '/uk/enter-id', over: account(withoutId, { check: aCheck() }), shows: /7731402/ },
  'broker id, not found': {
    path: '/en/enter-id',
    over: account(withoutId, { claim: rejection('trader_not_found', '') }),
    act: () => fill({ referralId: '7731402' }),
    shows: /ID not found/,
  },
  'broker id of the return link, not found and to be changed': {
    path: '/en/enter-id?id=7731402',
    over: account(withoutId, { claim: rejection('trader_not_found', '') }),
    act: async () => {
      await page.getByRole('button', { name: 'Use ID 7731402' }).click();
      await expect.element(page.getByText(/^Most likely, the account wasn’t opened through our link/)).toBeVisible();
      expect(location.search).toBe('');
      await page.getByRole('button', { name: 'Change ID' }).click();
    },
    shows: '#referralId[value="7731402"]',
  },
  'broker id, taken': {
    path: '/ru/enter-id',
    over: account(withoutId, { check: aCheck({ state: 'taken', nextAt: null }) }),
    shows: '.medal',
  },
  'broker id, awaiting a list': {
    path: '/uk/enter-id',
    over: account(withoutId, { kind: 'manual', check: aCheck() }),
    shows: /Звіряємо зі списком брокера/,
  },
  'broker id, refused with a reason': {
    path: '/en/enter-id',
    over: account(withoutId, { check: aCheck({ state: 'not_found', reason: 'Opened elsewhere.', nextAt: null }) }),
    shows: /Our answer: Opened elsewhere\./,
  },
  'balance of a list that is too old': {
    path: '/ru/signal',
    over: account(holding(124.5, iso(noon - 25 * hourMs)), {
      kind: 'manual',
      check: aCheck({ kind: 'balance' }),
      again: rejection('broker_unavailable', '', undefined, 30),
    }),
    shows: /Ждём список от брокера/,
  },
  'balance too low': { path: '/uk/signal', over: account(holding(6.4)), shows: 'button.faq-row' },
  'self-excluded': { path: '/en/signal', over: account(holding(124.5), { isSelfExcluded: true }), shows: '.facts' },
  'broker away': {
    path: '/ru/signal',
    over: account(holding(124.5, iso(noon - 25 * hourMs)), {
      check: aCheck({ kind: 'balance' }),
      again: rejection('broker_unavailable', '', undefined, 30),
    }),
    shows: '.log',
  },
  'manual model': { path: '/ru/signal', stored: { aiModel: 'manual' }, shows: /Валютная пара/ },
  searching: { path: '/uk/signal', act: get, shows: /Сигнал готовий/ },
  entering: { path: '/en/signal', over: { signals: [anEnteringSignal()] }, shows: /price pending/ },
  'live, explained': {
    path: '/en/signal',
    over: { signals: [aLiveSignal()] },
    stored: { stakeShare: '0.02' },
    act: () => press('[data-tour=analytics] summary'),
    shows: '.wr.sum',
  },
  win: { path: '/en/signal', over: settled('successful'), stored: watched, shows: /\$1 would be/ },
  loss: { path: '/uk/signal', over: settled('unsuccessful'), stored: watched, shows: /−\$1/ },
  'loss, chased': {
    path: '/en/signal',
    over: { ...settled('unsuccessful'), automatic: fakeAutomatic({ won: 114 }) },
    stored: watched,
    act: () => page.getByRole('button', { name: 'Chase the outcome' }).click(),
    shows: '#chase-title',
  },
  tie: { path: '/ru/signal', over: settled('neutral'), stored: watched, shows: /Ничья/ },
  void: { path: '/uk/signal', over: settled('void'), stored: watched, shows: /Не зараховано/ },
  'no signal': {
    path: '/uk/signal',
    over: {
      issue: noSignal('below_threshold', { waitSeconds: 720 }),
      outlook: aSilentOutlook('below_threshold'),
    },
    act: get,
    shows: /Зараз сигналів немає.*Найближче.*52/,
  },
  'no signal in thin hours': {
    path: '/ru/signal',
    over: {
      issue: noSignal('thin_hours', { resumesAt: hourLater }),
      outlook: aSilentOutlook('thin_hours', 52, { resumesAt: hourLater }),
    },
    act: get,
    shows: /Сигналы вернутся в\s\d\d:\d\d/,
  },
  'live in thin hours': {
    path: '/uk/signal',
    over: { signals: [aThinHourSignal()], stats: aWorkingStats({ now: iso(lateEvening) }) },
    shows: /Мало угод о\sцій порі: звірте ціну в\sброкера/,
  },
  'market at rest': { path: '/en/signal', over: { stats: weekend }, shows: /The market is resting/ },
  'VIP below its balance': {
    path: '/uk/signal',
    over: { issue: rejection('vip_balance_required', '', { balance: 124.5, minBalance: 1000 }) },
    stored: { aiModel: 'vip' },
    shows: /баланс має перевищувати/,
  },
  'models warming up': {
    path: '/uk/signal',
    over: { issue: rejection('warming_up', 'Моделі читають бари.', { readyInSeconds: 90 }) },
    act: get,
    shows: /Моделі готуються/,
  },
  'prices late': {
    path: '/en/signal',
    over: { issue: rejection('feed_stale', 'Котирування запізнюються.') },
    act: get,
    shows: /Котирування запізнюються/,
  },
  'what the broker pays': {
    path: '/en/signal',
    over: { payouts: somePayouts({ default: { percent: 82, updatedAt: null, statedBy: 'default' } }) },
    shows: 'dialog[open]',
  },
  'figures of a model': {
    path: '/uk/signal',
    over: { automatic: fakeAutomatic({ won: 114 }) },
    act: () => press('button:has(.lucide-info)'),
    shows: 'dialog[open]',
  },
};

beforeEach(() => page.viewport(1440, 900));

async function expectState({ path, over = {}, stored = {}, act, shows }: State): Promise<void> {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  await openScreen(path, structuredClone(over));
  await act?.();
  if (shows instanceof RegExp) await expect.element(page.getByRole('main')).toMatchTextContent(shows);
  else await find(shows);
  await expectSound();
}

test.each(Object.entries(states))('%s is sound', (_name, state) => expectState(state));

const count = (css: string) => () => document.querySelectorAll(css).length;
const without = (role: 'button' | 'link', name: string, text: string) => () =>
  page.getByText(text).elements().length - page.getByRole(role, { name }).elements().length;

test.each([
  [
    'for a visitor',
    { isSignedIn: false },
    aContest({ topTraders: [] }),
    count('[aria-labelledby="prizes-title"] li'),
    5,
  ],
  ['for a participant', {}, aContest({ me: anEntry() }), count('i[data-on]'), 7],
  [
    'for an administrator, who does not take part,',
    account({ user: aUser({ roles: ['user', 'admin'] }) }),
    aContest(),
    without('button', 'Долучитися', 'Адміністратори проводять конкурс і участі в ньому не беруть.'),
    1,
  ],
  [
    'for who has yet to confirm the address',
    account({ user: aUser({ isActivated: false }) }),
    aContest(),
    count('a[href*="confirm-email"]'),
    1,
  ],
  ['drawn', {}, aDrawnContest(), () => page.getByText('o***@e***.com').elements().length, 5],
] as const)('the contest %s is sound', async (_name, over, contest, countShown, shown) => {
  await openScreen('/uk/contest', over, () => {
    vi.setSystemTime(Date.parse('2026-12-20T12:40:00.000Z'));
    return serveContest(worker, { contest, sent: [] });
  });
  await expect.poll(countShown).toBe(shown);
  await expectSound();
});

test('the history is sound, unfolded too', async () => {
  await openScreen('/uk/history', {}, async () => {
    (await fakeHistory(worker, someSignals(6))).removed = 2;
  });
  for (const text of ['За заявленим шансом', 'Година', 'Показати таблицею']) await page.getByText(text).first().click();
  await expectSound();
});

test('an empty history shows the first step, and an error a way out', async () => {
  let served = null as FakeHistory | null;
  const open = (signals: Signal[], refused: FakeAnswer | null = null) =>
    openScreen('/en/history', {}, async () => {
      served = await fakeHistory(worker, signals);
      served.rejection = refused;
    });
  await open([]);
  await expect.element(page.getByRole('heading', { name: 'No signals here yet' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Get a signal' })).toHaveAttribute('href', '/en/signal');
  await expectSound();
  await open(someSignals(2), rejection('internal_error', 'Something went wrong.'));
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load your history' })).toBeVisible();
  if (served) served.rejection = null;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('2 of 2')).toBeVisible();
});

test.each([
  ['menu of a user', '/uk/admin/users', () => page.getByRole('button', { name: 'Actions for trader-2@kurs.example' })],
  [
    'file of a signal to void',
    `/uk/admin/signals/file?id=${anOpenSignalFile().id}`,
    () => page.getByRole('button', { name: 'Void…' }),
  ],
] as const)('the %s is sound, in English under any language', async (_name, path, opener) => {
  await openScreen(path, {}, () => fakeAdmin(worker, { file: anOpenSignalFile() }));
  await opener().click();
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await expectSound();
});

test('an administrator without a second factor sees the next step on every admin page', async () => {
  const over = account({ user: aUser({ roles: ['user', 'admin'] }), secondFactor: aSecondFactor('missing') });
  for (const path of ['/en/admin', '/en/admin/users']) {
    let admin = null as FakeAdmin | null;
    await openScreen(path, over, async () => {
      admin = await fakeAdmin(worker);
      admin.api.accounts.secondFactor = aSecondFactor('missing');
    });
    await expect.element(page.getByRole('heading', { name: 'A second step is needed' })).toBeVisible();
    await expectSound();
    expect(admin?.requested).toEqual([]);
  }
  await page.getByRole('link', { name: 'Set it up' }).click();
  await expect.element(page.getByText(/Administrators need the second step/)).toBeVisible();
  expect(location.href).toMatch(/\/en\/account#second-factor$/);
});

test('a grave action is sound while it asks who it is, repeated once it is confirmed, and not if it is not', async () => {
  let admin = null as FakeAdmin | null;
  await openScreen('/en/admin/users', {}, async () => {
    admin = await fakeAdmin(worker, { needsConfirmation: true });
  });
  await page.getByRole('button', { name: 'Actions for trader-2@kurs.example' }).click();
  await page.getByRole('button', { name: 'Make administrator…' }).click();
  await page.getByRole('button', { name: 'Give role' }).click();
  const again = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect.element(again).toBeVisible();
  await expectSound();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Confirm that it’s you before this action.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Give role' }).click();
  await again.getByLabelText('Password').fill('Kurs-demo-1');
  await again.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(admin?.api.accounts.sent.at(-1)?.body).toEqual({ by: 'password', password: 'Kurs-demo-1' });
  const change = { method: 'PATCH', path: `/api/admin/users/${anAdminUser(2).id}`, body: { role: 'admin' } };
  expect(admin?.changes).toEqual([change, change, change]);
});

test.each(languages)('the signal screen and its model list fit a small phone in %s', async (lang) => {
  await page.viewport(320, 700);
  await openScreen(`/${lang}/signal`, { automatic: fakeAutomatic({ won: 114 }) });
  await expect.element(page.getByRole('radio', { name: /Kurs AI v2/ })).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
