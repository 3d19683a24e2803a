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
  rejection,
} from '#tests/support/browser/fake-api.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

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

test('the end of the home page invites a signed-in user to the signals, not to sign up', async ({ page }) => {
  await start(page, '/en/');
  const end = page.locator('.cta-band');
  await expect(end.getByRole('link', { name: 'Go to signals' })).toHaveAttribute('href', '/en/signal');
  await expect(end.getByText('registering')).toHaveCount(0);
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
  await page.getByText('7 хв', { exact: true }).click();
  await get(page).click();
  await expect(page.getByText('ціна входу уточнюється')).toBeVisible();
  await expect(status(page)).toHaveText('Сигнал: EUR/USD, Вгору, 57\u00a0%');
  expect(api.signalRequests[0]?.get('interval')).toBe('7');

  await api.push('signal', aLiveSignal());
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^(4:00|3:5\d) до експірації$/);
  await expect(page).toHaveTitle(/^[34]:\d\d ↑ EUR\/USD$/);
  await api.push('result', aSettledSignal('unsuccessful'));
  await expect(page.getByRole('heading', { name: 'Програш', exact: true })).toBeVisible();
  await expect(status(page)).toHaveText('Результат: Програш');
  await expect(page).toHaveTitle('Сигнал · Kurs');

  await page.getByRole('button', { name: 'Інший сигнал' }).click();
  expect(api.signalRequests[1]?.get('exclude')).toBe('EURUSD');
});

for (const [result, title] of [
  ['successful', 'Виграш'],
  ['unsuccessful', 'Програш'],
] as const)
  test(`a ${result} signal says what each later entry would have come to`, async ({ page }) => {
    const api = await start(page, '/uk/signal', { signals: [aLiveSignal()] });
    await expect(page.getByRole('timer')).toBeVisible();
    await api.push('result', aSettledSignal(result));
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(
      page.getByText('Вхід пізніше: через 5 с — виграш · через 10 с — нічия · через 30 с — програш.'),
    ).toBeVisible();
  });

// React replaces a fallback no sooner than 300 ms after showing it; the clock stays below that.
test('a result and a page of one’s own are shown at once when they are loaded', async ({ page }) => {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, { signals: [aLiveSignal()] });
  const views = page.waitForEvent('requestfinished', (request) => /\/settled-[^/]+\.js$/.test(request.url()));
  await page.goto('/uk/signal');
  await views;
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.clock.pauseAt(noon + minuteMs);
  await api.push('result', aSettledSignal('successful'));
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(page.getByRole('heading', { name: 'Виграш', exact: true })).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 8_000 });
  expect(await page.evaluate(() => Date.now())).toBeLessThan(noon + minuteMs + 300);
  await page.goto('/uk/account');
  await expect(page.getByRole('heading', { name: 'Акаунт', exact: true })).toBeVisible();
});

test('an automatically issued signal excludes its pair for twenty minutes too', async ({ page }) => {
  const api = await start(page, '/uk/signal');
  await expect(get(page)).toBeVisible();
  await api.push('signal', aLiveSignal({ symbol: 'GBPUSD' }));
  await expect(page.getByText('до експірації', { exact: true })).toBeVisible();
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
  await expect(get(page)).toBeEnabled();
  await get(page).click();
  await expect(page.getByRole('heading', { name: 'GBP/USD' })).toBeVisible();
  expect(api.signalRequests[0]?.get('exclude')).toBe('EURUSD');
});

const anotherOne = { id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e', symbol: 'GBPUSD' } as const;

test('after too many resets it is said from when the next signal is available', async ({ page }) => {
  const availableAt = iso(noon + 1_500_000);
  const api = await start(page, '/uk/signal', { issue: rejection('signal_active', 'Сигнал триває.', { availableAt }) });
  await get(page).click();
  await expect(page.getByText(/тричі на годину. Наступний буде доступний о\s\d\d:25/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Назад до вибору' }).click();
  await expect(get(page)).toBeEnabled();
  expect(api.signalRequests).toHaveLength(1);
});

test('a late event does not bring back a signal that was reset', async ({ page }) => {
  const api = await start(page, '/uk/signal', { signals: [aLiveSignal()] });
  await page.getByRole('button', { name: 'Скинути сигнал' }).click();
  await expect(get(page)).toBeVisible();

  // The second event proves that the first, late one has been processed; a running signal would be
  // listed before it.
  await api.push('signal', aLiveSignal());
  api.stats = aWorkingStats({ open: false });
  await api.push('market', { open: false, nextOpen: null, nextClose: null });
  await expect(page.getByRole('heading', { name: 'Ринок відпочиває' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
});

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

test('the countdown follows the server, with the machine three hours off', async ({ page }) => {
  await page.clock.setFixedTime(noon + 3 * hourMs);
  await fakeApi(page, { signals: [aLiveSignal()] });
  await page.goto('/uk/signal');
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^(4:00|3:5\d) до експірації$/);
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
  await expect(page.locator('.price.old')).toBeVisible();
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

  test('an unknown page shows an error page in its own language', async ({ page }) => {
    await start(page, '/ru/nowhere/at-all', { isSignedIn: false });
    await expect(page.getByRole('heading', { name: 'Сбились с курса' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  });
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

test('F44: junk in storage never breaks the page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of [
      'signal',
      'prevSignal',
      'signalInterval',
      'aiModel',
      'i18nextLng',
      'color-scheme',
      'manualSymbol',
    ])
      localStorage.setItem(key, '{"broken');
  });
  await start(page, '/uk/signal');
  await expect(page.getByRole('radio', { name: '5 хв' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Kurs AI v2/ })).toBeChecked();
});
