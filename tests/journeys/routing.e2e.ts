import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

test.use({ locale: 'uk-UA' });

async function open(page: Page, path: string): Promise<void> {
  await fakeApi(page, { isSignedIn: false });
  await page.goto(path);
  await untilHydrated(page);
}

/** Follows an internal link without a pointer, so that nothing is prefetched. */
async function follow(page: Page, path: string): Promise<void> {
  const link = `a[href="${path}"]`;
  await untilHydrated(page, link);
  await page.evaluate((one) => document.querySelector<HTMLElement>(one)?.click(), link);
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const head = (page: Page, selector: string) => page.locator(`head ${selector}`);

test('a prerendered page hydrates without warnings, and its text is readable without scripts', async ({
  page,
  browser,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  for (const path of ['/uk/', '/en/terms', '/ru/login']) {
    await open(page, path);
    await expect(page.locator('html')).toHaveAttribute('lang', path.slice(1, 3));
  }
  expect(consoleErrors).toEqual([]);
  const reader = await browser.newPage({ javaScriptEnabled: false });
  await reader.goto('/en/terms');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Terms of use');
  await reader.getByRole('link', { name: 'Licences for the software and fonts' }).click();
  await expect(reader.locator('body')).toContainText(/react-dom.*SIL OPEN FONT LICENSE/s);
  await reader.close();
});

test('without scripts a page states what does not work, requests nothing, and a form leads back to it', async ({
  browser,
}) => {
  const reader = await browser.newPage({ javaScriptEnabled: false });
  await reader.goto('/ru/login');
  await expect(reader.locator('.scripts-off')).toContainText('отключён JavaScript');
  await expect(reader.getByRole('region', { name: 'О cookie' })).toHaveCount(0);
  await reader.getByLabel('Электронная почта').fill('olena@kurs.example');
  await reader.getByRole('button', { name: 'Войти' }).click();
  await expect(reader.locator('.scripts-off')).toBeVisible();
  await expect(reader).toHaveURL('/ru/login');
  // A screen that is rendered in the browser: the notice is in each language, with links to the
  // prerendered pages.
  await reader.goto('/uk/signal');
  await expect(reader.locator('.scripts-off p')).toHaveCount(3);
  await expect(reader.locator('.loader')).toBeHidden();
  await reader.locator('.scripts-off a[href="/en/"]').click();
  await expect(reader.locator('html')).toHaveAttribute('lang', 'en');
  await reader.close();
});

test.describe('clicks before the scripts have loaded', () => {
  /** The prerendered page on a slow connection: its scripts load when the test releases them. */
  async function openSlowly(page: Page, path: string) {
    await fakeApi(page, { isSignedIn: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()));
    await page.goto(path, { waitUntil: 'commit' });
    return resolve;
  }

  test('send a form once, with its input, when the scripts are ready', async ({ page }) => {
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON());
    });
    const releaseScripts = await openSlowly(page, '/uk/login');
    await page.locator('#email').fill('olena@example.com');
    await page.locator('#password').fill('Kurs-demo-1');
    await page.locator('form [type=submit]').click();
    releaseScripts();
    await expect(page).toHaveURL(/\/uk\/signal$/);
    expect(sent).toEqual([expect.objectContaining({ email: 'olena@example.com', password: 'Kurs-demo-1' })]);
  });

  test('run a button’s action then, the last one pressed', async ({ page }) => {
    const releaseScripts = await openSlowly(page, '/uk/');
    await page.getByRole('button', { name: 'Мова: UA, Українська' }).first().click();
    releaseScripts();
    await expect(page.getByRole('menuitemradio', { name: /English/ })).toBeVisible();
  });
});

test('the next page has its own title and description, and those of the first one are removed', async ({ page }) => {
  await open(page, '/uk/');
  await expect(head(page, 'link[rel=canonical]')).toHaveAttribute('href', /\/uk\/$/);
  const output = await head(page, 'meta[name=description]').getAttribute('content');
  await follow(page, '/uk/login');
  await expect(page).toHaveTitle('Вхід · Kurs');
  await expect(head(page, 'meta[name=description]')).toHaveCount(1);
  expect(await head(page, 'meta[name=description]').getAttribute('content')).not.toBe(output);
  await expect(
    head(page, 'link[rel=canonical], meta[property^="og:"], script[type="application/ld+json"]'),
  ).toHaveCount(0);
});

test('a page begins at its top, and returns to its scroll position on back', async ({ page }) => {
  await open(page, '/uk/instruction');
  await expect(head(page, 'link[rel=canonical]')).toHaveCount(1);
  // What arrives above the text later moves it, and the browser scrolls along: the demo strip, a font.
  await expect(page.locator('.demo:not(.unsure)')).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    scrollTo({ top: 300, behavior: 'instant' });
  });
  await follow(page, '/uk/login');
  await expect(page.getByRole('heading', { name: 'З поверненням' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/uk/instruction');
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('while a page loads the old one stays, and the overlay appears when it takes long', async ({ page }) => {
  await open(page, '/uk/');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/login-/, async (route) => {
    await held;
    await route.continue();
  });
  await follow(page, '/uk/login');
  await expect(page.locator('.loading')).toBeVisible();
  await expect(page.locator('.hero')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'З поверненням' })).toBeVisible();
  await expect(page.locator('.loading')).toHaveCount(0);
});

test('a file that a release has removed is requested once more from the server, and then reported', async ({
  page,
}) => {
  await open(page, '/uk/');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/assets\/login-/, (route) => route.abort());
  await follow(page, '/uk/login');
  await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/uk/login');
  expect(loads).toBe(1);
  await page.unroute(/\/assets\/login-/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'З поверненням' })).toBeVisible();
});

test('an unknown address returns 404 in its own language', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await fakeApi(page, { isSignedIn: false });
  for (const path of ['/en/nowhere', '/en/wiki/no-such-article']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(head(page, 'meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
  expect((await page.goto('/en/signal'))?.status()).toBe(200);
  expect(consoleErrors).toEqual([]);
});

test.describe('a browser that speaks none of the languages', () => {
  test.use({ locale: 'fr-FR' });

  test('gets Ukrainian and one line in English that offers English, until it is closed', async ({ page }) => {
    await open(page, '/');
    await expect(page).toHaveURL('/uk/');
    const offer = page.getByText('This page is in Ukrainian.');
    await expect(offer).toBeVisible();
    await page.getByRole('button', { name: 'Read it in English' }).click();
    await expect(page).toHaveURL('/en/');
    await expect(offer).toHaveCount(0);
    await page.goto('/uk/');
    await untilHydrated(page);
    await page.getByRole('region', { name: 'Language' }).getByRole('button', { name: 'Close' }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await untilHydrated(page);
    await expect(offer).toHaveCount(0);
  });
});

test('a browser that speaks one of the languages is offered no other', async ({ page }) => {
  await open(page, '/uk/');
  await expect(page.getByText('This page is in Ukrainian.')).toBeHidden();
});
