import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Signal } from '#contract/signals.ts';
import type { Language } from '#domain/language.ts';
import { aUser, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { aSettledSignal, type FakeState, fakeApi, rejection } from '#tests/support/browser/fake-api.ts';
import {
  aContest,
  aDraw,
  aDrawnContest,
  aDrawnList,
  anEntry,
  type FakeContest,
  serveContest,
} from '#tests/support/browser/fake-contest.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

interface Opening extends Partial<FakeState> {
  readonly lang?: Language;
  /** Signals in the history. */
  readonly pastSignals?: readonly Signal[];
}

const aHistory = (items: readonly Signal[]) => ({ items, nextCursor: null, total: items.length });

async function open(
  page: Page,
  state: FakeContest,
  { lang = 'uk', pastSignals, ...over }: Opening = {},
): Promise<void> {
  await page.clock.setFixedTime('2026-12-20T12:40:00.000Z');
  await fakeApi(page, { isSignedIn: true, ...over });
  await serveContest(page, state);
  if (pastSignals)
    await page.route('**/api/signal/user/history*', (route) => route.fulfill({ json: aHistory(pastSignals) }));
  await page.goto(`/${lang}/contest`);
  await expect(page.locator('.dates, .contest-off')).toBeVisible();
}

/** The other languages are only for visual review. */
const takesScreenshots = process.env['SCREENS_TO'] !== undefined;

for (const lang of checkedLanguages('uk')) {
  test(`a visitor reads rules, dates and possible costs, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, { contest: aContest(), sent: [] }, { isSignedIn: false, lang });
    await expect(page.locator('.note.warn')).toContainText(/53[.,]0/);
    await expect(page.locator('.prz li')).toHaveCount(5);
    await expect(page.locator('.hero .btn-p')).toHaveAttribute('href', `/${lang}/login?next=%2F${lang}%2Fcontest`);
    if (takesScreenshots) await expectAccessible(page, `contest-visitor-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

  test(`a participant sees seven of ten, and why one trade does not count, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, { contest: aContest({ me: anEntry() }), sent: [] }, { lang });
    await expect(page.locator('.b10 .ok')).toHaveCount(7);
    await expect(page.locator('.tbl tbody tr')).toHaveCount(8);
    if (takesScreenshots) await expectAccessible(page, `contest-joined-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

  test(`a completed draw is recomputed in the browser, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    const { draw, record } = await aDrawnList(318);
    const me = anEntry({ trades: 10, number: 204 });
    await open(page, { contest: await aDrawnContest(draw, { me }), draw, record, sent: [] }, { lang });
    await expect(page.locator('.wn li')).toHaveCount(5);
    await page.locator('#draw .btn-block').click();
    await expect(page.locator('.contest-checks .win')).toHaveCount(8);
    await expect(page.locator('.verify .card-h .chip.win')).toBeVisible();
    await expectAccessible(page, `contest-drawn-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('a draw with a changed list is detected', async ({ page }) => {
  const { draw, record } = await aDrawnList(20);
  const contest = await aDrawnContest(draw);
  await open(page, { contest, draw: { ...draw, entries: draw.entries.toReversed() }, record, sent: [] });
  await page.locator('#draw .btn-block').click();
  await expect(page.locator('.verify .card-h .chip.loss')).toHaveText('Є розбіжність');
  await expect(page.locator('.contest-checks .ic.loss')).toHaveCount(1);
});

test('a closing that is not on the record is marked so, and its check does not pass', async ({ page }) => {
  const draw = { ...(await aDraw(20)), leaf: null };
  await open(page, { contest: await aDrawnContest(draw), draw, sent: [] });
  await expect(page.getByText('немає: список закрила попередня версія програми')).toBeVisible();
  await page.locator('#draw .btn-block').click();
  await expect(page.locator('.verify .card-h .chip.warn')).toHaveText('Перевірено не все');
});

test('a contest drawn by an older rule shows its winners, says so, and offers no check', async ({ page }) => {
  const contest = await aDrawnContest(await aDraw(20));
  const draw = { ...contest.draw, rule: 'seed' as const, round: null, roundAt: null, randomness: null };
  await open(page, { contest: { ...contest, draw }, sent: [] });
  await expect(page.locator('.wn li')).toHaveCount(5);
  await expect(page.getByText('Цей розіграш відбувся за попереднім правилом')).toBeVisible();
  await expect(page.locator('#draw button')).toHaveCount(0);
});

test('joining takes one press, and the page continues with the user’s entry', async ({ page }) => {
  const joined = aContest({ me: anEntry({ trades: 0, list: [], syncedAt: null }) });
  const me = anEntry({ joined: false, trades: 0, list: [], entryId: null, syncedAt: null });
  const state: FakeContest = {
    contest: aContest({ me }),
    sent: [],
    onSent: (now) => {
      now.contest = joined;
    },
  };
  await open(page, state);
  await page.getByRole('button', { name: 'Долучитися' }).click();
  await expect(page.getByText('Ви берете участь')).toBeVisible();
  await expect(page.getByText('Поспішати нікуди: до кінця 21 день.')).toBeVisible();
  expect(state.sent.map(({ call }) => call)).toEqual(['POST /api/user/joinContest']);
});

test('leaving explains what is deleted, and removes the entry', async ({ page }) => {
  const state: FakeContest = {
    contest: aContest({ me: anEntry() }),
    sent: [],
    onSent: (now) => {
      if ('me' in now.contest) now.contest = { ...now.contest, me: anEntry({ joined: false, trades: 0, list: [] }) };
    },
  };
  await open(page, state);
  await page.getByRole('button', { name: 'Вийти з конкурсу' }).click();
  await expect(page.getByRole('dialog')).toContainText('буде видалено');
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Долучитися' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(state.sent.map(({ call }) => call)).toEqual(['POST /api/user/leaveContest']);
});

test('an error on joining is shown beside the button, and nothing else changes', async ({ page }) => {
  const me = anEntry({ joined: false, trades: 0, list: [], entryId: null });
  const sorry = rejection('contest_closed', 'Долучитися зараз не можна: конкурс не триває.');
  await open(page, { contest: aContest({ me }), sent: [], rejection: sorry });
  await page.getByRole('button', { name: 'Долучитися' }).click();
  await expect(page.locator('.hero [role=alert]')).toContainText('Долучитися зараз не можна');
  await expect(page.getByRole('button', { name: 'Долучитися' })).toBeEnabled();
});

test('before the start joining is not offered, and no unnamed prizes are promised', async ({ page }) => {
  await open(page, { contest: aContest({ state: 'announced', prizes: [], topTraders: [] }), sent: [] });
  await expect(page.getByText('Долучитися можна з 1 грудня')).toBeVisible();
  await expect(page.getByText('П’ять призів, по одному кожному переможцю.')).toBeVisible();
  await expect(page.locator('.prz')).toHaveCount(0);
});

test('an administrator sees that they do not take part before pressing anything', async ({ page }) => {
  const accounts = fakeAccounts({ user: aUser({ roles: ['user', 'admin'] }) });
  await open(page, { contest: aContest(), sent: [] }, { accounts });
  await expect(page.getByText('Адміністратори проводять конкурс і участі в ньому не беруть.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Долучитися' })).toHaveCount(0);
});

test('a user without a broker id sees why trades do not count, and returns after entering it', async ({ page }) => {
  const accounts = fakeAccounts({ user: aUser({ referralId: null, brokerAccountId: null }) });
  const me = anEntry({ trades: 0, list: [], syncedAt: null });
  await open(page, { contest: aContest({ me }), sent: [] }, { accounts });
  await expect(page.getByRole('link', { name: 'Вказати ID' })).toHaveAttribute(
    'href',
    '/uk/enter-id?next=%2Fuk%2Fcontest',
  );
});

test('a winner sends a screenshot, and sees how many arrived', async ({ page }) => {
  const draw = await aDraw(20);
  const prize = { prize: 1, status: 'awaiting' as const, proofsUntil: '2027-01-17T22:00:00.000Z' };
  const me = anEntry({ trades: 10, number: 3, prize });
  const proof = { id: anEntry().entryId ?? '', signalId: null, sentAt: '2027-01-11T09:00:00.000Z' };
  const state: FakeContest = {
    contest: await aDrawnContest(draw, { me }),
    sent: [],
    onSent: (now) => {
      now.contest = {
        ...state.contest,
        me: { ...me, proofs: [{ ...proof, status: 'pending' }] },
      };
    },
  };
  await open(page, state);
  await expect(page.getByText('Надішліть знімки екрана десяти угод до')).toBeVisible();
  const picture = { name: 'trade.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByText('Надіслано 1 знімок.')).toBeVisible();
  expect(state.sent.map(({ call }) => call)).toEqual(['POST /api/user/contest/proofs']);
});

test('when the broker does not list trades, each signal accepts a screenshot', async ({ page }) => {
  const signal = aSettledSignal('successful');
  const proof = { id: signal.id, signalId: signal.id, sentAt: signal.time, status: 'pending' as const };
  const me = anEntry({ trades: 0, list: [], syncedAt: null });
  const contest = aContest({ evidence: 'screenshots', me });
  const state: FakeContest = {
    contest,
    sent: [],
    onSent: (now) => {
      now.contest = { ...contest, me: { ...me, proofs: [proof] } };
    },
  };
  await open(page, state, { pastSignals: [signal] });
  await expect(page.locator('.contest-shots li')).toHaveCount(1);
  const picture = { name: 'trade.webp', mimeType: 'image/webp', buffer: Buffer.from('RIFF') };
  await page.locator('.contest-shots input[type=file]').setInputFiles(picture);
  await expect(page.locator('.contest-shots')).toContainText('на перевірці');
  await expect(page.locator('.contest-shots input')).toHaveCount(0);
});

test('a disabled contest is stated plainly', async ({ page }) => {
  await open(page, { contest: rejection('contest_off', 'Зараз конкурсу немає.'), sent: [] }, { isSignedIn: false });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Зараз конкурсу немає');
  if (takesScreenshots) await expectAccessible(page, 'contest-off');
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('the days are those of Kyiv, with the local times beside them', async ({ page }) => {
    await open(page, { contest: aContest(), sent: [] }, { isSignedIn: false });
    await expect(page.locator('.dates')).toContainText('10 січня, включно');
    await expect(page.getByText('За вашим часом конкурс починається 30 листопада, 17:00')).toBeVisible();
  });
});
