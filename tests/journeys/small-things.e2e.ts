import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { sitePath } from '#contract/paths.ts';
import { languages } from '#domain/language.ts';
import { type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { openView, views } from '#tests/support/browser/views.ts';

// Places where one part once covered, cut or lost another.

/** At most; stands above the page of a demo. */
const demoStrip = 61;

async function open(page: Page, path: string, over: Partial<FakeState> = {}): Promise<void> {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false, ...over });
  await page.goto(path);
}

for (const view of views) {
  test(`the cookie notice leaves the registration free (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await open(page, `/${view.lang}/register`, { isNewcomer: true });
    await expect(page.getByRole('region', { name: t('common.cookie.label') })).toBeAttached();
    const isCovered = (selector: string): Promise<boolean> =>
      page.locator(selector).evaluate((element) => {
        const label = element.closest('label') ?? element;
        const box = label.getBoundingClientRect();
        const notice = document.querySelector('.cookie')?.getBoundingClientRect();
        return notice !== undefined && notice.top < box.bottom && notice.bottom > box.top;
      });
    expect(await isCovered('#acceptedTerms')).toBe(false);
    expect(await isCovered('form [type=submit]')).toBe(false);
    if (view.lang === 'uk') await expectAccessible(page, `register-newcomer-${view.width}`);
  });

  test(`the banner of the footer is paused by a button beside it (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await open(page, `/${view.lang}/terms`);
    const pause = page.getByRole('button', { name: t('common.footer.pauseBanner') });
    await pause.scrollIntoViewIfNeeded();
    const [button, banner] = [await pause.boundingBox(), await page.locator('.marq').boundingBox()];
    expect(button && banner && button.y >= banner.y + banner.height).toBe(true);
    await pause.click();
    await expect(page.locator('.marq.paused')).toBeAttached();
    await page.getByRole('button', { name: t('common.footer.playBanner') }).click();
    await expect(page.locator('.marq.paused')).toHaveCount(0);
  });

  test(`a visitor removes the decorations and brings them back (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await page.addInitScript(() => localStorage.setItem('cookie-notice', 'accepted'));
    await page.clock.setFixedTime(noon);
    await fakeApi(page, { isSignedIn: false, isNewcomer: true });
    await page.route(`**${sitePath}`, (route) => route.fulfill({ json: { theme: 'halloween' } }));
    await page.goto(`/${view.lang}/terms`);
    await expect(page.locator('body.theme-halloween')).toBeAttached();
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('button', { name: t('common.footer.noDecorations') }).click();
    await expect(page.locator('body.theme-basic')).toBeAttached();
    await footer.getByRole('button', { name: t('common.footer.decorations') }).click();
    await expect(page.locator('body.theme-halloween')).toBeAttached();
  });
}

test('the cookie notice of a phone leaves the ways in of the home page free', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false, isNewcomer: true });
  await page.route(`**${sitePath}`, (route) => route.fulfill({ json: { theme: 'basic', demoAccount } }));
  for (const lang of languages) {
    await page.goto(`/${lang}/`);
    const entry = page.locator('.hero .demo-entry button');
    const isFree = async (): Promise<boolean> => {
      const [notice, button] = [await page.locator('.cookie').boundingBox(), await entry.boundingBox()];
      return notice !== null && button !== null && button.y + button.height + demoStrip <= notice.y;
    };
    await expect(entry).toBeVisible();
    await expect.poll(isFree, { message: lang }).toBe(true);
  }
});

for (const motion of ['system', 'still'])
  test(`a load that has just begun is not called slow with reduced motion (${motion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await fakeApi(page);
    await page.route('**/api/signal/user/**', () => undefined);
    if (motion === 'still') await page.addInitScript(() => localStorage.setItem('motion', 'still'));
    await page.goto('/en/signal');
    await expect(page.locator('.state .loader')).toBeVisible();
    await expect(page.locator('.state .slow')).toHaveCSS('visibility', 'hidden');
  });

test('the choice of a duration is not cut in the history', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['uk', 'en', 'ru']) {
    await page.clock.setFixedTime(noon);
    await fakeApi(page);
    await fakeHistory(page, someSignals(3));
    await page.goto(`/${lang}/history`);
    const chosen = page.locator('.filters select').nth(2);
    await expect(chosen).toBeVisible();
    const measured = await chosen.evaluate((select: HTMLSelectElement) => {
      const text = document.createElement('span');
      text.style.cssText = `position:absolute;white-space:nowrap;font:${getComputedStyle(select).font}`;
      text.textContent = select.selectedOptions[0]?.textContent ?? '';
      document.body.append(text);
      const { paddingLeft, paddingRight } = getComputedStyle(select);
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const needed = text.offsetWidth;
      text.remove();
      return { needed, room };
    });
    expect(measured.needed, lang).toBeLessThanOrEqual(measured.room);
  }
});

test('out of season there is no switch of decorations', async ({ page }) => {
  await page.route(`**${sitePath}`, (route) => route.fulfill({ json: { theme: 'basic' } }));
  await page.addInitScript(() => localStorage.setItem('cookie-notice', 'accepted'));
  await page.clock.setFixedTime(noon);
  await page.goto('/en/terms');
  await expect(page.locator('body.theme-basic')).toBeAttached();
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /ecorations/ })).toHaveCount(0);
});

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
  const links = page.locator('nav.toc a');
  await page
    .locator('.prose h2')
    .nth(3)
    .evaluate((heading) => heading.scrollIntoView());
  await expect(links.nth(3)).toHaveAttribute('aria-current', 'location');
  await expect(page.locator('nav.toc [aria-current]')).toHaveCount(1);
  await page
    .locator('.prose h2')
    .nth(1)
    .evaluate((heading) => heading.scrollIntoView());
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'location');
  await expect(page.locator('.prose > figure:not(.hero-im)')).toHaveCount(1);
});

for (const width of [390, 1440])
  test(`the prices of the market's chart are large enough to read at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/uk/signal', { isSignedIn: true });
    const price = page.locator('.watch-chart .axis').first();
    await expect(price).toBeAttached();
    const size = await price.evaluate((text: SVGTextElement) => {
      const scale = text.getScreenCTM()?.a ?? 0;
      return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
    });
    expect(size).toBeGreaterThanOrEqual(11);
  });
