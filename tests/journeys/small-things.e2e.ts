import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { openView, views } from '#tests/support/browser/views.ts';

// Places where one part once covered, cut or lost another.

/** At most; stands above the page of a demo. */

async function open(page: Page, path: string, over: Partial<FakeState> = {}): Promise<void> {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false, ...over });
  await page.goto(path);
}

for (const view of views) {
  test(`the banner of the footer is paused by a button beside it (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await open(page, `/${view.lang}/about-us`);
    const pause = page.getByRole('button', { name: t('common.footer.pauseBanner') });
    await pause.scrollIntoViewIfNeeded();
    const [button, banner] = [await pause.boundingBox(), await page.locator('.marq').boundingBox()];
    expect(button && banner && button.y >= banner.y + banner.height).toBe(true);
    await pause.click();
    await expect(page.locator('.marq.paused')).toBeAttached();
    await page.getByRole('button', { name: t('common.footer.playBanner') }).click();
    await expect(page.locator('.marq.paused')).toHaveCount(0);
  });
}

for (const [locale, lang] of [
  ['en-GB', 'en'],
  ['ru-RU', 'ru'],
  ['uk-UA', 'uk'],
  ['de-DE', 'uk'],
] as const)
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test(`a bare address leads to ${lang}, and to the language chosen later`, async ({ page }) => {
      await page.goto('/?campaign=autumn');
      await expect(page).toHaveURL(`/${lang}/?campaign=autumn`);
      const chosen = lang === 'ru' ? 'uk' : 'ru';
      await page.goto(`/${chosen}/`);
      await page.waitForFunction((stored) => localStorage.getItem('i18nextLng') === stored, chosen);
      await page.goto('/');
      await expect(page).toHaveURL(`/${chosen}/`);
    });
  });

test('the contents of an article mark the section being read, and pictures stand between sections', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/en/wiki/martingale-strategy');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const links = contents.getByRole('link');
  await page
    .locator('article h2')
    .nth(3)
    .evaluate((heading) => heading.scrollIntoView());
  await expect(links.nth(3)).toHaveAttribute('aria-current', 'location');
  await expect(contents.locator('[aria-current]')).toHaveCount(1);
  await page
    .locator('article h2')
    .nth(1)
    .evaluate((heading) => heading.scrollIntoView());
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'location');
  await expect(page.locator('article > figure:has(figcaption)')).toHaveCount(1);
});
