import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { type FakeRecord, fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

interface Visit {
  readonly lang?: Language;
  /** Below the language. */
  readonly path?: string;
}

async function open(page: Page, record: FakeRecord, { lang = 'en', path = 'record' }: Visit = {}) {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, record);
  await page.goto(`/${lang}/${path}`);
  await untilHydrated(page);
}

const fold = (page: Page, title: string) => page.locator('.rec-folds > details', { hasText: title });
const openFold = async (page: Page, title: string) => {
  await fold(page, title).locator('summary').first().click();
  return fold(page, title);
};
const checkDay = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();
const day = (page: Page) => page.locator('.rec-box', { hasText: 'Check the last day yourself' });

for (const lang of checkedLanguages('uk')) {
  test(`the record in ${lang} is sound, with all of its folds`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, fakeRecord(), { lang });
    await expect(page.locator('.rec-chart svg:visible').last()).toBeVisible();
    for (const summary of await page.locator('.rec-folds > details > summary').all()) await summary.click();
    await expect(page.locator('.lb > li')).toHaveCount(6);
    await expect(page.locator('.rec-folds > details').nth(2).locator('tbody tr')).toHaveCount(10);
    await expect(page.locator('.rec-scroll tbody tr')).toHaveCount(2);
    await expect(page.locator('.rec-audit > section > details')).toHaveCount(2);
    await expectAccessible(page, `record-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('at most 120 words are visible before anything unfolds', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fakeRecord());
  await expect(page.locator('.rec-lead')).toContainText('Of 12,439 signals, 55 of 100 came true, give or take 1.');
  await expect(
    page.getByRole('img', { name: /^What we said and what came true: 56% said, 52% came true/ }),
  ).toBeVisible();
  const words = (await page.locator('main').innerText()).split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(120);
});

test('the last day is checked in a worker, with its result in words', async ({ page }) => {
  await open(page, fakeRecord());
  const worker = page.waitForEvent('worker');
  await checkDay(page);
  expect((await worker).url()).toContain('record.worker');
  await expect(day(page).getByRole('status')).toContainText('All match');
  await expect(day(page).getByRole('status')).toContainText(/Entries checked: \d+\. Minutes missing: 0\sof\s169\./);
});

test('a changed entry is named by the check of the day, in the list and on its own page', async ({ page }) => {
  const record = fakeRecord();
  const index = record.find('signal', 5);
  record.forge(index, { probability: 61 });
  await open(page, record);
  await checkDay(page);
  await expect(day(page)).toContainText('Broken rules');
  const list = await openFold(page, 'Newest signals');
  await expect(list).toContainText('Broken rules: 1');
  await expect(list).toContainText('this is not what was signed');
  await day(page)
    .getByRole('link', { name: `No. ${index}` })
    .first()
    .click();
  await expect(page).toHaveURL(`/en/record/${index}`);
  await expect(page.locator('.note.bad')).toContainText('this is not what was signed');
});

test('the newest signals are checked, paged, and lead to their entries', async ({ page }) => {
  const record = fakeRecord();
  await open(page, record);
  const list = await openFold(page, 'Newest signals');
  await expect(list.getByRole('status')).toHaveText('Your browser checked these');
  const rows = list.locator('tbody tr');
  await expect(rows).toHaveCount(10);
  const first = await rows.first().innerText();
  await list.getByRole('button', { name: 'Older' }).click();
  await expect(rows.first()).not.toHaveText(first);
  await list.getByRole('button', { name: 'Newest' }).click();
  await rows.first().getByRole('link').click();
  await expect(page.locator('.note.good')).toContainText('It was recorded before the result');
});

test('an entry of each kind is checked with those around it, and one that is not open yet is there', async ({
  page,
}) => {
  const record = fakeRecord();
  await open(page, record, { path: `record/${record.size() - 1}` });
  await expect(page.locator('.note.good')).toContainText('can no longer change');
  for (const kind of ['genesis', 'version', 'minute', 'answer', 'signal', 'outcome', 'void']) {
    await page.goto(`/en/record/${record.find(kind)}`);
    await expect(page.locator('.note.good'), kind).toContainText(/Checked with it: \d+ entries/);
    if (kind === 'signal') await expectAccessible(page, 'record-entry');
  }
});

test('the number of any signal leads to its entry, and anything else is refused', async ({ page }) => {
  const record = fakeRecord();
  await open(page, record);
  const field = page.getByLabel('Check any signal');
  await field.fill('kurs');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('alert')).toContainText('Enter the number');
  await field.fill('№ 999 999');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page).toHaveURL('/en/record/999999');
  await expect(page.locator('main')).toContainText('There is no such entry yet');
});

test('a link shared to the installed app opens its entry, another text says what is wrong', async ({ page }) => {
  const record = fakeRecord();
  const link = encodeURIComponent('https://kurs.example/uk/record/6');
  await open(page, record, { path: `record?shared-title=Kurs&shared-text=${link}` });
  await expect(page).toHaveURL('/en/record/6');
  await page.goto('/en/record?shared-text=EUR%2FUSD%20up');
  await expect(page.getByLabel('Check any signal')).toHaveValue('EUR/USD up');
  await expect(page.locator('main').getByRole('alert')).toContainText('Enter the number');
});

test('a history rewritten since the last visit is reported prominently, with both notes', async ({ page }) => {
  const record = fakeRecord();
  await open(page, record);
  await checkDay(page);
  await expect(day(page)).toContainText('All match');
  record.rewrite();
  await page.reload();
  await untilHydrated(page);
  await checkDay(page);
  await expect(day(page)).toContainText('does not continue under its signature');
  const warning = page.locator('.rec-contradiction');
  await expect(warning).toContainText('The record was rewritten');
  await warning.locator('summary').click();
  await expect(warning.locator('pre')).toHaveCount(2);
  await expectAccessible(page, 'record-rewritten');
  await warning.getByRole('button').click();
  await expect(warning).toHaveCount(0);
});

test('a record that has become shorter than what it signed is one that was rewritten', async ({ page }) => {
  const record = fakeRecord();
  await open(page, record);
  await checkDay(page);
  await expect(day(page)).toContainText('All match');
  await page.unroute(/\/api\/record/);
  await serveRecord(page, fakeRecord({ minutes: 120 }));
  await day(page).getByRole('button', { name: 'Check again' }).click();
  await expect(page.locator('.rec-contradiction')).toContainText('The record was rewritten');
});

test('an entry that the server signed and does not show is named', async ({ page }) => {
  const record = fakeRecord();
  await open(page, record);
  await page.route(/\/api\/record\/tile\/entries\//, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/en/record/6');
  await expect(page.locator('.note.bad')).toContainText('the server does not show it');
});

test('without Web Crypto, as on a page without https, everything is verified', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await open(page, fakeRecord(), { path: 'record/6' });
  await expect(page.locator('.note.good')).toBeVisible();
});

test('of replayed prices no record is kept, and the page says so', async ({ page }) => {
  await open(page, fakeRecord({ minutes: 0, state: 'replay' }));
  await expect(page.locator('main')).toContainText('No record is kept of them');
  await expect(page.locator('.rec-folds')).toHaveCount(0);
});

test('an empty record, and one that does not answer', async ({ page }) => {
  await open(page, fakeRecord({ minutes: 0 }));
  await expect(page.locator('.rec-lead')).toContainText('Signals with a result so far: 0.');
  await checkDay(page);
  await expect(day(page)).toContainText('There is no such entry yet');
  await page.unroute(/\/api\/record/);
  await page.route(/\/api\/record/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Couldn’t load the record')).toBeVisible();
});
