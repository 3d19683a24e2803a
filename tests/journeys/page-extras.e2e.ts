import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import { aSite, type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';

// Parts of every page: cookie notice, decorations, keys and lost connection.

async function open(page: Page, path: string, over: Partial<FakeState> = {}): Promise<void> {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false, ...over });
  await page.goto(path);
}

const saved = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test.describe('the cookie notice', () => {
  const notice = (page: Page) => page.getByRole('region', { name: 'Про cookie' });

  test('is accepted permanently, and links to further information', async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.addInitScript(() => localStorage.setItem('app-theme', 'basic'));
    await open(page, '/uk/', { isNewcomer: true });
    await expect(notice(page).getByRole('link', { name: 'Політика' })).toHaveAttribute('href', '/uk/cookie-policy');
    expect(await axeFindings(page)).toEqual([]);
    await notice(page).getByRole('button', { name: 'Прийняти' }).click();
    await expect(notice(page)).toHaveCount(0);
    await expect(page.locator('#content')).toBeFocused();
    expect(await saved(page, 'cookie-notice')).toBe('accepted');
    await page.reload();
    await expect(page.locator('body.theme-basic')).toBeAttached();
    await expect(notice(page)).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });

  test('stands above the page, so that it covers nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await open(page, '/uk/', { isNewcomer: true });
    const getBox = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { y: 0, height: 0 };
    const [cookie, header] = [await getBox('.cookie'), await getBox('.hd')];
    expect([cookie.y, cookie.y + cookie.height <= header.y]).toEqual([0, true]);
    expect(await page.locator('.cookie').evaluate((element) => getComputedStyle(element).position)).toBe('static');
  });
});

test.describe('the seasonal decorations', () => {
  const season = (page: Page) => page.locator('.season');
  const site = aSite({ decorations: true });
  /** Those that reach into the page's column of text, whose edges turned ones may graze. */
  const piecesOverPage = (page: Page) =>
    page.locator('.season .fl, .season .fall, .web').evaluateAll((pieces) => {
      const column = document.querySelector('main .wrap, main.wrap, .hd .wrap')?.getBoundingClientRect();
      return pieces
        .map((piece) => piece.getBoundingClientRect())
        .filter(({ left, right }) => !column || (right > column.left + 4 && left < column.right - 4))
        .map(({ left, right }) => [left, right, column?.left, column?.right]);
    });
  /** Ranks of what is drawn over what: the banner of the footer runs through the margins. */
  const layers = (page: Page) =>
    page.evaluate(() => {
      const entries = Object.entries({ header: '.hd', footer: '.ft', season: '.season', page: 'main' });
      const levels = entries.map(([name, selector]) => {
        const element = document.querySelector(selector);
        return [name, Number(element && getComputedStyle(element).zIndex) || 0] as const;
      });
      const ranks = levels.map(([, level]) => level).toSorted((a, b) => a - b);
      return Object.fromEntries(levels.map(([name, level]) => [name, ranks.indexOf(level) + 1]));
    });

  test('are on in season, beside the page, and can be paused and switched off', async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.addInitScript(() => localStorage.setItem('cookie-notice', 'accepted'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/uk/', { isNewcomer: true, site });
    await expect(page.locator('body.theme-halloween')).toBeAttached();
    await expect(season(page)).toHaveAttribute('aria-hidden', 'true');
    await expect(page.locator('.season .fl')).toHaveCount(7);
    await expect(page.locator('.web')).toHaveCount(3);
    await expect(page.locator('.season .fall')).toHaveCount(10);
    expect(await piecesOverPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Зупинити прикраси' }).click();
    await expect(season(page)).toHaveClass('season still');
    expect(await saved(page, 'season-paused')).toBe('yes');
    await page
      .getByRole('complementary', { name: 'Святкові прикраси' })
      .getByRole('button', { name: 'Прибрати прикраси' })
      .click();
    await expect(season(page)).toHaveCount(0);
    await expect(page.locator('body.theme-basic')).toBeAttached();
    expect(await saved(page, 'app-theme')).toBe('basic');
    expect(consoleErrors).toEqual([]);
  });

  test('are static with reduced motion, and on phones are all there, smaller, in its padding', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/uk/', { isNewcomer: true, site });
    await expect(season(page)).toBeAttached();
    const moving = () => page.evaluate(() => document.getAnimations().length);
    expect(await moving()).toBe(0);
    for (const width of [360, 390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      for (const [kind, count] of [
        ['fl', 7],
        ['web', 3],
        ['fall', 10],
      ] as const)
        await expect(page.locator(`.${kind}:visible`)).toHaveCount(count);
      expect(await piecesOverPage(page)).toEqual([]);
      expect(await layers(page)).toEqual({ header: 4, footer: 3, season: 2, page: 1 });
      // Below the notice of cookies and the header, which cover what lies behind them.
      const bottom = await page.locator('.hd').evaluate((header) => header.getBoundingClientRect().bottom);
      // The header's border is a pixel.
      for (const web of await page.locator('.season-webs .web').all())
        expect(Math.abs(((await web.boundingBox())?.y ?? 0) - bottom)).toBeLessThanOrEqual(1);
    }
  });

  test('are off out of season, whose theme stays the body’s class, until the user switches them on', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('tutorial-completed', 'true'));
    await open(page, '/uk/account/appearance', { isNewcomer: true, isSignedIn: true, site: aSite() });
    await expect(page.locator('body.theme-halloween')).toBeAttached();
    await expect(season(page)).toHaveCount(0);
    expect(await saved(page, 'app-theme')).toBeNull();
    await page.getByText('Гелловін').click();
    await expect(season(page)).toBeAttached();
    expect(await saved(page, 'app-theme')).toBe('halloween');
  });
});

test.describe('the keyboard shortcuts', () => {
  test('navigate, switch and are listed, but not while typing', async ({ page }) => {
    await open(page, '/uk/account', { isSignedIn: true });
    await expect(page.getByRole('heading', { name: 'Акаунт', level: 1 })).toBeVisible();
    await expect(page.locator('body.theme-basic')).toBeAttached();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Гарячі клавіші' });
    await expect(list).toContainText('До сигналу');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/\/en\/account$/);
    // Until the next page is loaded, the shortcut keys are those of the current page.
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    const scheme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    const before = await scheme();
    await page.keyboard.press('t');
    expect(await scheme()).not.toBe(before);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page).toHaveURL(/\/en\/signal$/);
    await expect(page.getByRole('button', { name: 'Get signal' })).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('button', { name: 'Get signal' })).toHaveAttribute('aria-busy', 'true');
  });

  test('are plain letters in a field, and have no effect when switched off', async ({ page }) => {
    await open(page, '/uk/login');
    await expect(page.locator('body.theme-basic')).toBeAttached();
    const email = page.getByLabel('Електронна пошта');
    await email.pressSequentially('lt?');
    await expect(email).toHaveValue('lt?');
    await expect(page).toHaveURL(/\/uk\/login$/);
    await email.blur();
    await page.keyboard.press('?');
    await page.getByLabel('Клавіші ввімкнено').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('l');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/uk\/login$/);
  });
});

test('F35: without a network every page shows and announces it at once, and withdraws it later', async ({
  page,
  context,
}) => {
  await open(page, '/uk/');
  await expect(page.locator('body.theme-basic')).toBeAttached();
  await context.setOffline(true);
  await expect(page.locator('.connection')).toHaveText('Немає зв’язку. Ціни й сигнали не оновлюються', {
    timeout: 3_000,
  });
  await expect(page.getByRole('status').last()).toHaveText('Немає зв’язку. Ціни й сигнали не оновлюються');
  await context.setOffline(false);
  await expect(page.locator('.connection')).toHaveCount(0);
  await expect(page.getByRole('status').last()).toHaveText('Зв’язок відновлено');
});

test('an unreachable server leaves the signal screen, with its error and another try', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tutorial-completed', 'true'));
  await open(page, '/uk/signal', { isSignedIn: true });
  const get = page.getByRole('button', { name: 'Отримати сигнал' }).first();
  await expect(get).toBeEnabled();
  await page.route('**', (route) => route.abort());
  await get.click();
  await expect(page.getByText('Немає зв’язку із сервером. Перевірте інтернет і спробуйте ще раз.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toBeEnabled();
});

test('developer tools are blocked only when the operator chose so, and never in a driven browser', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await open(page, '/uk/', { site: aSite({ devtoolsBlocking: true }) });
  await expect(page.locator('body.theme-basic')).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => url.includes('devtools-block'))).toEqual([]);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false });
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
    });
  });
  const consoleErrors = collectConsoleErrors(page);
  const block = page.waitForRequest((request) => request.url().includes('devtools-block'));
  await page.reload();
  await (await block).response();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('with reduced motion nothing scrolls automatically, and every model card can be read', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/en/about-us');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await page.getByText('Model cards', { exact: true }).click();
  const cards = page.locator('details[open] a[type="text/plain"]');
  await expect(cards).toHaveCount(5);
  for (const address of await cards.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
    expect(await (await page.request.get(address)).text()).toContain('## Held out');
});
