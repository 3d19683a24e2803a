import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLiveSignal,
  aSettledSignal,
  type FakeApi,
  type FakeState,
  fakeApi,
  noon,
} from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

/** A user who has not seen the tutorial, with the cookie notice accepted and decorations off. */
async function open(page: Page, path: string, over: Partial<FakeState> = {}): Promise<FakeApi> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
  await page.addInitScript(() => {
    localStorage.setItem('cookie-notice', 'accepted');
    localStorage.setItem('app-theme', 'basic');
  });
  const api = await fakeApi(page, { isNewcomer: true, ...over });
  await page.goto(path);
  return api;
}

const card = (page: Page) => page.locator('[data-tutorial="card"]');
const title = (page: Page) => card(page).getByRole('heading');
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
const saved = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('tutorial-'))));

const getBox = async (page: Page, selector: string) => {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return box;
};
type Rectangle = Awaited<ReturnType<typeof getBox>>;
const areOverlapping = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test('runs from the intro to the last of five steps, back once, and never again', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await open(page, '/uk/');
  await expect(title(page)).toHaveText('Перший сигнал крок за кроком');
  await expect(title(page)).toBeFocused();
  await expect(card(page)).toContainText('1 з 5');
  await press(page, 'Почати');
  await expect(page).toHaveURL('/uk/signal');
  for (const [place, step] of ['Оберіть модель', 'Оберіть час експірації', 'Про модель і ризик'].entries()) {
    await expect(title(page)).toHaveText(step);
    await expect(title(page)).toBeFocused();
    await expect(card(page)).toContainText(`${place + 2} з 5`);
    if (step === 'Оберіть час експірації') await expectAccessible(page, 'tutorial');
    await press(page, 'Далі');
  }
  await expect(title(page)).toHaveText('Отримайте сигнал');
  await expect(card(page)).toContainText('5 з 5');
  await expect
    .poll(async () =>
      areOverlapping(await getBox(page, '[data-tutorial="spotlight"]'), await getBox(page, '.go .btn-p')),
    )
    .toBe(true);
  await press(page, 'Назад');
  await expect(title(page)).toHaveText('Про модель і ризик');
  await press(page, 'Далі');
  await press(page, 'Готово');
  await expect(card(page)).toHaveCount(0);
  expect(await saved(page)).toEqual({ 'tutorial-completed': 'true' });
  expect(consoleErrors).toEqual([]);
});

test('is closed by Esc, resumed where it was, and restarted from the account', async ({ page }) => {
  await open(page, '/uk/signal');
  await expect(title(page)).toHaveText('Оберіть модель');
  await expect(card(page).getByRole('button', { name: 'Назад' })).toHaveCount(0);
  await press(page, 'Далі');
  await page.reload();
  await expect(title(page)).toHaveText('Оберіть час експірації');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  expect(await saved(page)).toEqual({ 'tutorial-completed': 'true' });
  await page.goto('/uk/account/appearance');
  await page.getByRole('button', { name: 'Пройти навчання ще раз' }).click();
  await expect(title(page)).toHaveText('Перший сигнал крок за кроком');
  await press(page, 'Пропустити навчання');
  expect(await saved(page)).toEqual({ 'tutorial-completed': 'true', 'tutorial-skipped': 'true' });
});

test('is remembered with the account, in another browser too', async ({ page }) => {
  const api = await open(page, '/uk/signal');
  await press(page, 'Пропустити навчання');
  await expect.poll(() => api.accounts.closedTours).toEqual(['main']);
  await page.evaluate(() => localStorage.removeItem('tutorial-completed'));
  const closed = page.waitForResponse((response) => response.url().endsWith('/api/user/tours'));
  await page.reload();
  await closed;
  await expect.poll(() => saved(page)).toMatchObject({ 'tutorial-completed': 'true' });
  await expect(card(page)).toHaveCount(0);
});

test('works by keyboard on a small phone: the focus stays in the card, the lit place stays visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/uk/signal');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  for (const step of ['Оберіть модель', 'Оберіть час експірації', 'Про модель і ризик', 'Отримайте сигнал']) {
    await expect(title(page)).toHaveText(step);
    await expect(page.locator('[data-tutorial="spotlight"]')).toBeInViewport({ ratio: 0.99 });
    await expect(card(page)).toBeInViewport({ ratio: 0.99 });
    await card(page).locator('.btn-p').focus();
    await page.keyboard.press('Enter');
  }
  await expect(card(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a running signal is explained once, and its result is never covered', async ({ page }) => {
  const { id, signal, symbol } = aLiveSignal();
  await page.addInitScript((text) => localStorage.setItem('signal', text), JSON.stringify({ id, signal, symbol }));
  const api = await open(page, '/uk/signal', { signals: [aLiveSignal()] });
  await expect(title(page)).toHaveText('Ціна зараз');
  await press(page, 'Далі');
  await expect(title(page)).toHaveText('Шанс і скільки треба');
  await expectAccessible(page, 'tutorial-explain');
  for (const step of ['Чому саме так', 'Час рахує сервер', 'Якщо сигнал не підійде']) {
    await press(page, 'Далі');
    await expect(title(page)).toHaveText(step);
  }
  await press(page, 'Готово');
  await expect(card(page)).toHaveCount(0);
  await api.push('result', aSettledSignal('successful'));
  await expect(page.getByRole('heading', { name: 'Виграш', exact: true })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(await saved(page)).toEqual({ 'tutorial-explain-signal-step-closed': 'true' });
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  [360, 640],
] as const) {
  test(`no explanation covers the price, the chart or the countdown at ${width} pixels, nor leaves the page scrolled`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { id, signal, symbol } = aLiveSignal();
    await page.addInitScript((text) => localStorage.setItem('signal', text), JSON.stringify({ id, signal, symbol }));
    await open(page, '/uk/signal', { signals: [aLiveSignal()] });
    const steps = ['Ціна зараз', 'Шанс і скільки треба', 'Чому саме так', 'Час рахує сервер'];
    for (const step of [...steps, 'Якщо сигнал не підійде']) {
      await expect(title(page)).toHaveText(step);
      await expect(card(page)).toBeInViewport({ ratio: 0.99 });
      // The card has its step's text before it stands at its place.
      for (const kept of ['.life', '[data-tour=price]', '[data-tour=countdown]'])
        await expect
          .poll(async () => areOverlapping(await getBox(page, '[data-tutorial="card"]'), await getBox(page, kept)), {
            message: `${step}: ${kept}`,
          })
          .toBe(false);
      await card(page).locator('.btn-p').click();
    }
    await expect(card(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}
