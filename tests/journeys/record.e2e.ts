import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { type Language } from '#domain/language.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import { type FakeRecord, fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

async function open(
  page: Page,
  record: FakeRecord,
  { lang = 'uk', query = '' }: { lang?: Language; query?: string } = {},
) {
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, record);
  await page.goto(`/${lang}/record${query}`);
  await untilHydrated(page);
}

/** The charts are lazy-loaded when scrolled near. */
const scrollTo = (page: Page, heading: 'calibration' | 'equity' | 'list') =>
  page.locator(`#${heading}-title`).evaluate((title) => title.scrollIntoView());

const verdict = (page: Page) => page.locator('.ver-said .note');

for (const lang of checkedLanguages('uk')) {
  test(`the record in ${lang} is sound, with figures, a verified entry and the list`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, fakeRecord({ signals: 60, open: 1 }), { lang, query: '?entry=6' });
    await expect(page.locator('section:has(#models-title) .lb > li')).toHaveCount(8);
    await expect(verdict(page)).toHaveClass(/good/);
    await expect(page.locator('.ver-steps .win')).toHaveCount(6);
    await scrollTo(page, 'equity');
    await expect(page.locator('.rec-figure .chart:visible')).toHaveCount(2);
    await scrollTo(page, 'list');
    await expect(page.locator('.rec-hash')).toHaveCount(10);
    const coverage = page.locator('section:has(#coverage-title)').locator('dt');
    // Cards load when they are scrolled near, and the list above this one grows while it loads.
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(coverage).toHaveCount(3, { timeout: 1_000 });
    }).toPass();
    await expectAccessible(page, `record-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('the payout, the period and the model are in the URL, and the figures follow', async ({ page }) => {
  await open(page, fakeRecord({ signals: 60 }));
  await expect(page.locator('section:has(#models-title) .lb-head')).toContainText('54,9');
  await page.getByLabel('Виплата за виграш').fill('92');
  await expect(page).toHaveURL(/payout=0\.92/);
  await expect(page.locator('section:has(#models-title) .lb-head')).toContainText('52,1');
  await page.getByText('30 днів').click();
  await expect(page).toHaveURL(/days=30/);
  await scrollTo(page, 'equity');
  await page.locator('#calibration-title').locator('xpath=ancestor::section').locator('select').selectOption('vip');
  await expect(page).toHaveURL(/model=vip/);
  await page.reload();
  await expect(page.getByLabel('Виплата за виграш')).toHaveValue('92');
  await expect(page.getByLabel('30 днів')).toBeChecked();
  await page.getByText('Тіньові прогнози').click();
  await expect(page.locator('section:has(#models-title) .lb > li')).toHaveCount(5);
});

test('entries are paged, and each is verified with one press', async ({ page }) => {
  await open(page, fakeRecord({ signals: 40, open: 2 }));
  await scrollTo(page, 'list');
  const rows = page.locator('table tbody tr').filter({ has: page.locator('.rec-hash') });
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Відкриється після експірації');
  await page.getByRole('button', { name: 'Старіші' }).click();
  await expect(page).toHaveURL(/before=/);
  await expect(rows.first()).not.toContainText('Відкриється');
  await rows.first().locator('.rec-hash').click();
  await expect(verdict(page)).toContainText('Відбиток збігається');
  await expect(page).toHaveURL(/entry=\d+/);
});

test('a link shared to the installed app opens the record at its entry', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const link = encodeURIComponent('https://kurs.example/en/record?payout=0.92&entry=6');
  await open(page, fakeRecord({ signals: 10 }), { query: `?shared-title=Kurs&shared-text=${link}` });
  await expect(verdict(page)).toHaveClass(/good/);
  await expect(page.getByLabel('Номер запису або ID сигналу')).toHaveValue('6');
  await expect(page.locator('#verify')).toBeInViewport();
  await expectAccessible(page, 'record-shared-phone');
});

test('a shared text without an entry is shown with the reason', async ({ page }) => {
  await open(page, fakeRecord({ signals: 10 }), { query: '?shared-text=EUR%2FUSD%20up' });
  await expect(page.locator('#verify-wrong')).toBeVisible();
  await expect(page.getByLabel('Номер запису або ID сигналу')).toHaveValue('EUR/USD up');
});

test('a changed, a missing and a mistyped entry are reported differently', async ({ page }) => {
  const record = fakeRecord({ signals: 10 });
  record.forge(6, { passability: 61 });
  await open(page, record, { query: '?entry=6' });
  await expect(verdict(page)).toContainText('Запис не пройшов перевірки');
  await expect(page.locator('.ver-steps .loss')).toHaveCount(2);
  await expect(page.locator('.ver-steps')).toContainText('Рядок № 6: відбиток не збігається з вмістом');
  const field = page.getByLabel('Номер запису або ID сигналу');
  await field.fill('№ 999');
  await page.getByRole('button', { name: 'Перевірити', exact: true }).click();
  await expect(verdict(page)).toContainText('Такого запису немає');
  await field.fill('kurs');
  await page.keyboard.press('Enter');
  await expect(page.locator('#verify-wrong')).toBeVisible();
});

test('a history rewritten since the last visit is reported prominently, with both notes', async ({ page }) => {
  const record = fakeRecord({ signals: 10 });
  await open(page, record, { query: '?entry=0' });
  await expect(verdict(page)).toHaveClass(/good/);
  record.rewrite(40);
  await page.reload();
  const warning = page.locator('.rec-contradiction');
  await expect(warning).toContainText('Історію журналу переписано');
  await warning.locator('summary').click();
  await expect(warning.locator('pre')).toHaveCount(2);
  await warning.getByRole('button').click();
  await expect(warning).toHaveCount(0);
});

test('a gap is shown with its minutes and its reason', async ({ page }) => {
  await open(page, fakeRecord({ signals: 10 }), { query: '?entry=2' });
  await expect(verdict(page)).toContainText('Це перерва без прогнозів');
  await expect(page.locator('.ver-r')).toContainText('Хвилини без прогнозів');
  await expect(page.locator('.ver-r')).toContainText('ринок закрито або неробочий час');
});

test('an entry that the server signed and does not show is named', async ({ page }) => {
  await open(page, fakeRecord({ signals: 10 }));
  await page.route(/\/api\/record\/entry\//, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/uk/record?entry=6');
  await expect(verdict(page)).toContainText('Сервер не показує рядок № 6');
  await expect(verdict(page)).toHaveClass(/bad/);
});

test('a server that does not prove that its record continues is warned of, until it does', async ({ page }) => {
  const record = fakeRecord({ signals: 10 });
  await open(page, record);
  await page.evaluate(
    ({ key, old, newest }) => {
      localStorage.setItem('record-checkpoint', JSON.stringify({ key, note: old }));
      const unproven = { key, note: newest, since: 0, newest: 900_000, attempts: 6 };
      localStorage.setItem('record-unproven', JSON.stringify(unproven));
    },
    { key: record.vkey, old: record.note(10), newest: record.note() },
  );
  await page.reload();
  const warning = page.locator('.rec-contradiction');
  await expect(warning).toContainText('Сервер не доводить, що журнал продовжується');
  await expect(warning).toContainText('--since');
  await warning.locator('summary').click();
  await expect(warning.locator('pre')).toHaveCount(2);
  await expectAccessible(page, 'record-unproven');
  await page.goto('/uk/record?entry=6');
  await expect(verdict(page)).toHaveClass(/good/);
  await expect(warning).toHaveCount(0);
});

test('without Web Crypto, as on a page without https, everything is verified', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await open(page, fakeRecord({ signals: 10 }), { query: '?entry=6' });
  await expect(verdict(page)).toHaveClass(/good/);
  await expect(page.locator('.ver-steps')).toContainText('Підпис журналу правильний');
});

test('an empty record, and one that does not answer', async ({ page }) => {
  const record = fakeRecord({ signals: 0 });
  await open(page, record);
  await expect(page.locator('main')).toContainText('Сигналів у журналі ще немає');
  await expect(page.locator('.rec-lead p').first()).toContainText('Кожен сигнал записано до результату');
  await expect(page.locator('main')).toContainText('Завершених прогнозів за цей час немає');
  await page.unroute(/\/api\/record/);
  await page.route(/\/api\/record/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Журнал не вдалося завантажити').first()).toBeVisible();
});

test('charts that fail to load show an error in their place, and load on a retry', async ({ page }) => {
  await page.route(/\/later-parts-/, (route) => route.abort());
  await open(page, fakeRecord({ signals: 60 }));
  await scrollTo(page, 'list');
  const list = page.locator('section', { has: page.locator('#list-title') });
  await expect(list.getByRole('alert')).toContainText('Журнал не вдалося завантажити');
  await page.unroute(/\/later-parts-/);
  await Promise.all([page.waitForEvent('load'), list.getByRole('button', { name: 'Спробувати ще раз' }).click()]);
  await scrollTo(page, 'list');
  await expect(list.locator('.rec-hash')).toHaveCount(10);
});
