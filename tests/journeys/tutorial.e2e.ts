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

const card = (page: Page) => page.locator('.tut');
const title = (page: Page) => card(page).getByRole('heading');
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
const saved = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('tutorial-'))));

test('runs from the intro to the last step, back once, and never again', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await open(page, '/uk/');
  await expect(title(page)).toHaveText('Перший сигнал за три кроки');
  await expect(title(page)).toBeFocused();
  await press(page, 'Почати');
  await expect(page).toHaveURL('/uk/signal');
  for (const step of ['Оберіть модель', 'Оберіть час експірації']) {
    await expect(title(page)).toHaveText(step);
    await expect(title(page)).toBeFocused();
    if (step === 'Оберіть час експірації') await expectAccessible(page, 'tutorial');
    await press(page, 'Далі');
  }
  await expect(title(page)).toHaveText('Отримайте сигнал');
  await expect(card(page)).toContainText('3 з 3');
  await press(page, 'Назад');
  await expect(title(page)).toHaveText('Оберіть час експірації');
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
  await expect(title(page)).toHaveText('Перший сигнал за три кроки');
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
  for (const step of ['Оберіть модель', 'Оберіть час експірації', 'Отримайте сигнал']) {
    await expect(title(page)).toHaveText(step);
    await expect(page.locator('.spot')).toBeInViewport({ ratio: 0.99 });
    await expect(card(page)).toBeInViewport({ ratio: 0.99 });
    await card(page).locator('.btn-p').focus();
    await page.keyboard.press('Enter');
  }
  await expect(card(page)).toHaveCount(0);
});

test('a running signal is explained once, and its result is never covered', async ({ page }) => {
  const { id, signal, symbol } = aLiveSignal();
  await page.addInitScript((text) => localStorage.setItem('signal', text), JSON.stringify({ id, signal, symbol }));
  const api = await open(page, '/uk/signal', { signals: [aLiveSignal()] });
  await expect(title(page)).toHaveText('Ціна входу і поточна ціна');
  await press(page, 'Далі');
  await expect(title(page)).toHaveText('Напрям і прохідність');
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
