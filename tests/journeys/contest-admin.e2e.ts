import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import { aContest, anAdminContest, type FakeContest, serveContest } from '#tests/support/browser/fake-contest.ts';
import { serveReviews } from '#tests/support/browser/fake-reviews.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

const takesScreenshots = process.env['SCREENS_TO'] !== undefined;

async function openContest(page: Page, state: FakeContest, lang: Language = 'uk'): Promise<void> {
  await fakeAdmin(page);
  await serveContest(page, state);
  await page.goto(`/${lang}/admin/contest`);
}

async function openReviews(page: Page, lang: Language = 'uk') {
  await fakeAdmin(page);
  const state = await serveReviews(page);
  await page.goto(`/${lang}/admin/reviews`);
  await expect(page.locator('article.card')).toHaveCount(3);
  return state;
}

for (const lang of checkedLanguages('uk')) {
  test(`the operator sees the contest with its winners and screenshots, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openContest(page, { contest: aContest(), admin: anAdminContest(), sent: [] }, lang);
    await expect(page.locator('.contest-winner')).toHaveCount(5);
    await page.getByRole('button', { name: /Screenshot of/ }).click();
    await expect(page.locator('.contest-winner img')).toBeVisible();
    if (takesScreenshots) await expectAccessible(page, `admin-contest-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

  test(`pending reviews show hints and no verdict, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openReviews(page, lang);
    await expect(page.locator('.chip.warn')).toContainText('channel');
    await expect(page.locator('article .chip.equal')).toHaveCount(1);
    if (takesScreenshots) await expectAccessible(page, `admin-reviews-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('a review is rejected for one of three reasons only, and published with one press', async ({ page }) => {
  const state = await openReviews(page);
  const [first, , third] = await page.locator('article.card').all();
  await first?.getByRole('button', { name: 'Опублікувати' }).click();
  await expect.poll(() => state.sent.length).toBe(1);
  await third?.getByRole('button', { name: 'Відхилити…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Відхилити' })).toBeDisabled();
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await dialog.getByText('реклама й посилання на чужі сервіси').click();
  await dialog.getByRole('button', { name: 'Відхилити' }).click();
  await expect(dialog).toBeHidden();
  expect(state.sent.map(({ body }) => body)).toEqual([
    { status: 'published' },
    { status: 'refused', reason: 'advertising' },
  ]);
});

test('a reply is published with its review', async ({ page }) => {
  const state = await openReviews(page);
  await page.getByRole('button', { name: 'Відповісти' }).first().click();
  await page.getByRole('dialog').getByLabel('Відповідь команди').fill(' Дякуємо за прямоту. ');
  await page.getByRole('button', { name: 'Опублікувати з відповіддю' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(state.sent.map(({ body }) => body)).toEqual([{ status: 'published', reply: 'Дякуємо за прямоту.' }]);
});

test('the operator draws the winners, and passes a prize on with a reason', async ({ page }) => {
  const drawn = anAdminContest();
  const admin = anAdminContest({ state: 'closed', drawnAt: null, canDraw: true, winners: [] });
  const state: FakeContest = {
    contest: aContest(),
    admin,
    sent: [],
    onSent: (now) => {
      now.admin = drawn;
    },
  };
  await openContest(page, state);
  await page.getByRole('button', { name: 'Draw the winners' }).click();
  await page.locator('.contest-winner').last().getByRole('button', { name: 'Draw another' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Reason for the audit log').fill('No answer in seven days.');
  await confirm.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(state.sent.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/admin/contest/draw', '{}'],
    [
      'PATCH /api/admin/contest/winners/5b0d3a52-6a55-4b39-8d5f-000000000005',
      '{"status":"replaced","reason":"No answer in seven days."}',
    ],
  ]);
});
