import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import {
  type FakeReviews,
  noReviews,
  ownReview,
  serveReviews,
  somePublished,
} from '#tests/support/browser/fake-reviews.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

interface Opening {
  readonly isSignedIn?: boolean;
  readonly lang?: Language;
}

async function open(page: Page, over: Partial<FakeReviews> = {}, { isSignedIn = true, lang = 'uk' }: Opening = {}) {
  await fakeApi(page, { isSignedIn });
  const state = await serveReviews(page, over);
  await page.goto(`/${lang}/about-us`);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  return state;
}

const takesScreenshots = process.env['SCREENS_TO'] !== undefined;

for (const lang of checkedLanguages('uk')) {
  test(`reviews are listed with their signals, their distribution and the share rejected, in ${lang}`, async ({
    page,
  }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, {}, { isSignedIn: false, lang });
    await expect(page.locator('#reviews article')).toHaveCount(2);
    await expect(page.locator('#reviews .big')).toHaveText(lang === 'en' ? '3.7' : '3,7');
    await expect(page.locator('#reviews .btn-s')).toHaveAttribute(
      'href',
      `/${lang}/login?next=%2F${lang}%2Fabout-us%23reviews`,
    );
    if (takesScreenshots) await expectAccessible(page, `reviews-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('below ten there is no average, and without any there is an empty state', async ({ page }) => {
  await open(page, { published: somePublished(9) });
  await expect(page.locator('#reviews .rv-g')).toContainText('9 відгуків. До десяти середньої оцінки не показуємо.');
  await open(page, { published: noReviews() });
  await expect(page.locator('#reviews')).toContainText('Відгуків ще немає');
  await expect(page.locator('#reviews article')).toHaveCount(0);
});

test('a review is written with a rating, a text and a display name', async ({ page }) => {
  const state = await open(page);
  await page.getByRole('button', { name: 'Написати відгук' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Без імені відгук підписано «T.»');
  await dialog.getByRole('button', { name: 'Надіслати на перевірку' }).click();
  await expect(dialog).toContainText('Оберіть оцінку.');
  await expect(dialog).toContainText('Напишіть хоча б 20 символів.');
  expect(state.sent).toEqual([]);
  if (takesScreenshots) await expectAccessible(page, 'review-form');
  await dialog.getByText('посередньо').click();
  await dialog.getByLabel('Текст').fill('Зручно, але мало сигналів увечері.');
  await dialog.getByText('Показувати моє ім’я').click();
  await dialog.getByLabel('Ім’я', { exact: true }).fill('Тест');
  await dialog.getByRole('button', { name: 'Надіслати на перевірку' }).click();
  await expect(dialog).toContainText('Відгук перевірить людина');
  expect(state.sent).toEqual([
    { call: 'POST /api/reviews', body: { rating: 3, text: 'Зручно, але мало сигналів увечері.', name: 'Тест' } },
  ]);
});

test('a user without a settled signal sees why there is no form', async ({ page }) => {
  await open(page, { own: ownReview({ signals: 0 }) });
  await page.getByRole('button', { name: 'Написати відгук' }).click();
  await expect(page.getByRole('dialog')).toContainText('У вас їх поки немає.');
  await expect(page.getByRole('dialog').locator('form')).toHaveCount(0);
});
