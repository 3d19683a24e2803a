import { choose } from '#tests/support/browser/take-signal.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLiveSignal,
  anEnteringSignal,
  aSettledSignal,
  aWorkingStats,
  type FakeState,
  fakeApi,
  found,
  iso,
  noon,
} from '#tests/support/browser/fake-api.ts';
import { hourMs } from '#domain/time.ts';

test.use({ locale: 'uk-UA' });

async function start(page: Page, path: string, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, over);
  await page.goto(path);
  return api;
}

const get = (page: Page) => page.getByRole('button', { name: 'Отримати сигнал' });
const status = (page: Page) => page.getByRole('status').last();

/** A prerendered page is visible a moment before it is interactive. */
const openBy = (page: Page, button: string, what: 'menu' | 'dialog') =>
  expect(async () => {
    await page.getByRole('button', { name: button, exact: true }).press('Enter', { timeout: 500 });
    await expect(page.getByRole(what)).toBeVisible({ timeout: 500 });
  }).toPass();

test('a visitor signs in and gets to the requested page, query and hash included', async ({ page }) => {
  await start(page, '/uk/signal?model=vip#why', { isSignedIn: false });
  await expect(page).toHaveURL(/\/uk\/login\?next=%2Fuk%2Fsignal%3Fmodel%3Dvip%23why$/);
  await page.getByLabel('Електронна пошта').fill('demo@kurs.example');
  await page.getByLabel('Пароль', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Увійти' }).click();
  await expect(page.getByText('Неправильна пошта або пароль.')).toBeVisible();
  await page.getByLabel('Пароль', { exact: true }).fill('Kurs-demo-1');
  await page.getByRole('button', { name: 'Увійти' }).click();
  await expect(page).toHaveURL('/uk/signal?model=vip#why');
  await expect(get(page)).toBeVisible();
});

test('a closed market lists its holidays, and sends a reminder of its opening on request', async ({ page }) => {
  await page.clock.install({ time: noon });
  const holidays = [{ from: '2026-12-24T22:00:00.000Z', to: '2026-12-25T22:00:00.000Z' }];
  const stats = aWorkingStats({ open: false, nextOpen: iso(noon + hourMs), nextClose: null, holidays });
  await fakeApi(page, { stats });
  await page.goto('/uk/signal');
  await expect(page.locator('main')).toContainText(/з\s2[45]\.12\.2026, \d\d:00 до 2[56]\.12\.2026, \d\d:00/);
  const remind = page.getByRole('button', { name: /Нагада/ });
  await remind.click();
  await expect(remind).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('main')).toContainText('якщо вкладка Kurs буде відкрита');
  await expect(page.locator('body.theme-basic')).toBeAttached();
  await page.clock.fastForward(hourMs);
  await expect(status(page)).toHaveText('Ринок відкритий. Сигнали знову доступні.');
  expect(await page.evaluate(() => localStorage.getItem('remind-open'))).toBeNull();
});

test('a signal is found, entered, settled and announced, and the next one is on another pair', async ({ page }) => {
  const api = await start(page, '/uk/signal', { issue: found(anEnteringSignal()) });
  await choose(page, '7 хв');
  await get(page).click();
  await expect(page.getByText('ціна уточнюється')).toBeVisible();
  await expect(status(page)).toHaveText('Сигнал записано: EUR/USD, Вгору, шанс 57 зі\u00a0100');
  await expect.poll(() => api.signalRequests[0]?.get('interval')).toBe('7');

  await api.push('signal', aLiveSignal());
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^(4:00|3:5\d) до експірації$/);
  await expect(page).toHaveTitle(/^[34]:\d\d ↑ EUR\/USD$/);
  await api.push('result', aSettledSignal('unsuccessful'));
  await expect(page.getByRole('heading', { name: 'Програш', exact: true })).toBeVisible();
  await expect(status(page)).toHaveText('Результат: Програш');
  await expect(page).toHaveTitle('Сигнал · Kurs');

  await page.getByRole('button', { name: 'Інший сигнал' }).click();
  await expect.poll(() => api.signalRequests[1]?.get('exclude')).toBe('EURUSD');
});

test('an automatically issued signal excludes its pair for twenty minutes too', async ({ page }) => {
  const api = await start(page, '/uk/signal');
  await expect(get(page)).toBeVisible();
  await api.push('signal', aLiveSignal({ symbol: 'GBPUSD' }));
  await expect(page.getByRole('timer')).toBeVisible();
  const saved = await page.evaluate(() => localStorage.getItem('prevSignal'));
  expect(saved).toBe(JSON.stringify({ symbol: 'GBPUSD', ttl: noon - 62_000 + 1_200_000 }));
});

test('a running signal survives a reload, and its reset frees the next one at once, without the pair', async ({
  page,
}) => {
  const api = await start(page, '/uk/signal', { signals: [aLiveSignal()], issue: found(aLiveSignal(anotherOne)) });
  await expect(page.getByRole('timer')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Скинути сигнал' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Скинути сигнал' }).click();
  await expect(get(page)).toBeEnabled();
  await get(page).click();
  await expect(page.getByRole('heading', { name: 'GBP/USD' })).toBeVisible();
  await expect.poll(() => api.signalRequests[0]?.get('exclude')).toBe('EURUSD');
});

const anotherOne = { id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e', symbol: 'GBPUSD' } as const;

test('two tabs share one stream, and both see the outcome', async ({ page, context }) => {
  const first = await start(page, '/uk/signal', { signals: [aLiveSignal()] });
  await expect(page.getByRole('timer')).toBeVisible();
  const second = await context.newPage();
  let streamsOfSecond = 0;
  second.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streamsOfSecond += 1;
  });
  await start(second, '/uk/signal', { signals: [aLiveSignal()] });
  await expect(second.getByRole('timer')).toBeVisible();
  await first.push('result', aSettledSignal('successful'));
  await expect(page.getByRole('heading', { name: 'Виграш' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Виграш' })).toBeVisible();
  expect(streamsOfSecond).toBe(0);
});

test('F35: a lost connection is shown at once, and a stream that returns after 90 s resumes after the last received event', async ({
  page,
  context,
}) => {
  const resumed = page.waitForRequest((request) => request.headers()['last-event-id'] === '1');
  const api = await start(page, '/uk/signal');
  await api.push('signal', aLiveSignal());
  await expect(page.getByRole('timer')).toBeVisible();
  await resumed;
  const offline = page.getByText('Відновлюємо зв’язок');
  await context.setOffline(true);
  await expect(offline).toBeVisible({ timeout: 3_000 });
  await expect(page.locator('.lc-px.old').filter({ visible: true })).toBeVisible();
  await page.clock.setFixedTime(noon + 90_000);
  await expect(page.getByRole('timer')).toBeVisible();
  const output = await recordTexts(status(page));
  let returns = 0;
  page.on('request', (request) => {
    if (request.headers()['last-event-id'] === '2') returns += 1;
  });
  await context.setOffline(false);
  await api.push('result', aSettledSignal('successful'));
  await expect(status(page)).toHaveText('Результат: Виграш');
  await expect(offline).toHaveCount(0);
  // The same event again, as after a connection that broke before the acknowledgement: it is
  // announced once.
  await api.repeat();
  await expect.poll(() => returns).toBeGreaterThanOrEqual(2);
  expect((await output()).filter((text) => text === 'Результат: Виграш')).toHaveLength(1);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

/** Records everything that a live region announces from now on. */
async function recordTexts(place: Locator): Promise<() => Promise<string[]>> {
  const received = await place.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => received.jsonValue();
}

test.describe('addresses', () => {
  const moves: readonly [from: string, to: string][] = [
    ['/', '/uk/'],
    ['/login?next=%2Fuk%2Fsignal#top', '/uk/login?next=%2Fuk%2Fsignal#top'],
    ['/de/login?a=1', '/uk/login?a=1'],
    ['/uk//evil', '/uk/evil'],
  ];
  for (const [from, to] of moves) {
    test(`${from} becomes ${to}`, async ({ page }) => {
      await start(page, from, { isSignedIn: false });
      await expect(page).toHaveURL(to);
    });
  }
});

test('the language is switched by keyboard, and the address stays', async ({ page }) => {
  await start(page, '/uk/login?next=%2Fuk%2Fsignal', { isSignedIn: false });
  await openBy(page, 'Мова: UA, Українська', 'menu');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/en/login?next=%2Fuk%2Fsignal');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Kurs');
  await page.goto('/');
  await expect(page).toHaveURL('/en/');
});

test('the phone menu opens, closes with Esc and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page, '/uk/');
  const burger = page.getByRole('button', { name: 'Меню', exact: true });
  await openBy(page, 'Меню', 'dialog');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Сигнал' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(burger).toBeFocused();
});
