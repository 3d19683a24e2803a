import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';

const forVisitors = ['/en/wiki', '/uk/register?campaign=autumn', '/en/record', '/uk/'];
const forTraders = ['/uk/signal', '/en/account', '/uk/', '/ru/history'];

async function visit(page: Page, paths: readonly string[], over: Partial<FakeState>): Promise<void> {
  const consoleErrors = collectConsoleErrors(page);
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isNewcomer: true, ...over });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('h1').first(), path).toBeVisible();
    // All lazy-loaded parts are ready.
    await expect(page.locator('body[class^=theme-]'), path).toBeAttached();
  }
  expect(consoleErrors).toEqual([]);
}

test('F44: without local storage every page works, without saved choices', async ({ page }) => {
  await page.addInitScript(() => {
    const deny = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: deny });
  });
  await visit(page, forVisitors, { isSignedIn: false });
  await page.getByRole('button', { name: 'Прийняти' }).click();
  await page.goto('/uk/signal');
  await expect(page).toHaveURL(/\/uk\/login/);
});

test('F44: with a full local storage every page works, choices included', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await visit(page, ['/en/wiki', '/uk/'], { isSignedIn: false });
  const getScheme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const before = await getScheme();
  await page.getByRole('button', { name: /тема/ }).first().click();
  expect(await getScheme()).not.toBe(before);
});

const keys = [
  'tutorial-completed',
  'tutorial-current-step',
  'tutorial-skipped',
  'tutorial-manual-ai-step-closed',
  'tutorial-explain-signal-step-closed',
  'signal',
  'prevSignal',
  'traderBalance',
  'balanceCheckDate',
  'signalInterval',
  'aiModel',
  'campaign',
  'i18nextLng',
  'app-theme',
  'color-scheme',
  'motion',
  'cookie-notice',
  'season-paused',
  'shortcuts',
  'manualSymbol',
];

const junk = ['{"broken', '[]', 'null', '-1'];

test('F44: with junk in every key every page works, and valid values replace it', async ({ page }) => {
  await page.addInitScript(
    ([names, texts]) => {
      // A different piece of junk for each page that is opened.
      const opened = Number(sessionStorage.getItem('opened') ?? '0');
      sessionStorage.setItem('opened', String(opened + 1));
      for (const name of names) localStorage.setItem(name, texts[opened % texts.length] ?? '');
    },
    [keys, junk] as const,
  );
  await visit(page, forTraders, { isSignedIn: true });
  await expect(page.locator('[data-tutorial="card"]')).toBeVisible();
  const saved = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(saved).toMatchObject({ i18nextLng: 'ru', traderBalance: '124.5', 'tutorial-current-step': '0' });
});
