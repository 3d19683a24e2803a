import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { aLiveSignal, aSettledSignal, fakeApi, found, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';

test.use({ locale: 'uk-UA' });

const press = (page: Page, key: string) => page.keyboard.press(key);

/** Presses Tab until the element has the focus; fails if it is never reached. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await press(page, 'Tab');
    if (await isFocused(goal)) return expectSeen(goal);
  }
  await expect(goal).toBeFocused();
}

const isFocused = async (goal: Locator): Promise<boolean> =>
  (await goal.count()) === 1 && goal.evaluate((element) => element === document.activeElement);

/** Visible in the window, not covered, and with a focus ring around it or around its label. */
const expectSeen = (goal: Locator): Promise<void> =>
  expect(async () => {
    const seen = await goal.evaluate((element) => {
      const drawn = element.closest('label') ?? element;
      const { left, top, bottom, width, height } = drawn.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isRinged = [element, element.parentElement ?? element].some((ringed) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      });
      return { isInWindow: top >= 0 && bottom <= innerHeight, isCovered: !drawn.contains(hit), isRinged };
    });
    expect(seen, String(goal)).toEqual({ isInWindow: true, isCovered: false, isRinged: true });
  }).toPass({ timeout: 3_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test('a signal is requested, taken, lost and chased by keyboard, and the focus is never lost', async ({ page }) => {
  const live = aLiveSignal({ symbol: 'EURUSD', aiModel: 'manual', duration: 3 });
  const lost = { ...aSettledSignal('unsuccessful'), symbol: 'EURUSD', aiModel: 'manual', duration: 3 } as const;
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, { issue: found(live) });
  await page.goto('/uk/signal');
  await expect(button(page, 'Отримати сигнал')).toBeEnabled();

  await tabTo(page, radio(page, /Kurs AI v2/));
  await press(page, 'ArrowLeft');
  await press(page, 'ArrowLeft');
  while (!(await radio(page, /MANUAL AI/).isChecked())) await press(page, 'ArrowRight');
  await tabTo(page, radio(page, /^5 хв$/));
  await press(page, 'ArrowLeft');
  await expect(radio(page, /^3 хв$/)).toBeChecked();
  // Backwards: the pair's name and the button stand above the choice.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo(page, button(page, /^Валютна пара/).filter({ visible: true }));
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('menuitemradio', { name: /^EUR\/USD/ }).filter({ visible: true }));
  await press(page, 'Enter');
  await tabTo(page, button(page, 'Отримати сигнал'));
  await press(page, 'Enter');

  await expect(page.getByRole('main')).toBeFocused();
  expect(Object.fromEntries(api.signalRequests[0] ?? [])).toEqual({ interval: '3', symbol: 'EURUSD' });
  // The chart and its heading load after the rest of the view.
  const copy = page.getByTitle('Скопіювати EUR/USD Вгору').filter({ visible: true });
  await expect(copy).toBeVisible();
  await tabTo(page, copy);
  await api.push('result', lost);
  await expect(page.getByRole('heading', { name: 'Програш', exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  const chase = button(page, 'Наздогнати результат');
  await tabTo(page, chase);
  await press(page, 'Enter');
  await expect(page.locator('#chase-title')).toBeFocused();
  await tabTo(page, page.getByRole('checkbox', { name: /Розумію, що можу втратити/ }));
  await press(page, 'Space');
  await tabTo(page, button(page, 'Отримати сигнал на 2 хв'));
  await press(page, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(chase).toBeFocused();
  await tabTo(page, button(page, 'Інший сигнал'));
  await press(page, 'Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the history is filtered, cleared, continued and reduced by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
  await fakeApi(page);
  await fakeHistory(page, someSignals(30));
  await page.goto('/uk/history');
  await expect(page.locator('table.hist tbody tr')).toHaveCount(25);

  const pair = page.getByRole('combobox', { name: 'Пара' });
  await tabTo(page, pair);
  await page.keyboard.type('EUR/CHF');
  await expect(page).toHaveURL(/symbol=EURCHF/);
  await tabTo(page, button(page, 'Скинути'));
  await press(page, 'Enter');
  await expect(pair).toBeFocused();
  await expect(page).toHaveURL(/history$/);

  const remove = button(page, /^Прибрати зі списку/);
  await expect(remove).toHaveCount(25);
  await tabTo(page, remove.first());
  const second = await remove.nth(1).getAttribute('aria-label');
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Прибрати' }));
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, second ?? '')).toBeFocused();
  await expect(page.getByText('25 з 29')).toBeVisible();

  await page.locator('[data-row-actions] a').last().focus();
  await tabTo(page, button(page, 'Показати ще'));
  await press(page, 'Enter');
  await expect(page.locator('[data-row-actions] a').nth(25)).toBeFocused();

  // Upwards, under two sticky headers.
  for (let step = 0; step < 30; step += 1) {
    await press(page, 'Shift+Tab');
    await expectSeen(page.locator(':focus'));
  }
});

test('Back closes what lies over the page, and leaves the page only then', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.setFixedTime(noon);
  await fakeApi(page);
  await fakeHistory(page, someSignals(3));
  await page.goto('/uk/wiki');
  const goBack = () => page.evaluate(() => history.back());
  const menu = page.getByRole('dialog', { name: 'Меню' });
  const openMenu = () => page.getByRole('button', { name: 'Меню' }).click();
  await openMenu();
  await menu.getByRole('link', { name: 'Історія' }).click();
  await expect(page).toHaveURL(/history$/);

  await button(page, /^Прибрати зі списку/)
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, /^Прибрати зі списку/).first()).toBeFocused();
  await openMenu();
  await goBack();
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/history$/);
  await goBack();
  await expect(page).toHaveURL(/wiki$/);
});

for (const { state, signal } of [
  { state: 'running', signal: aLiveSignal() },
  { state: 'lost', signal: aSettledSignal('unsuccessful') },
])
  test(`on a phone the controls of a ${state} signal follow each other from top to bottom`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((id) => {
      localStorage.setItem('signal', JSON.stringify({ id, signal: 'BUY', symbol: 'EURUSD' }));
    }, signal.id);
    await page.clock.setFixedTime(noon);
    await fakeApi(page, { signals: [signal] });
    await page.goto('/uk/signal');
    await expect(page.getByRole('main').getByRole('link', { name: /^№/ })).toBeVisible();
    const bottoms = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input)')]
        .filter((element) => element.checkVisibility() && !element.closest('.ph'))
        .map((element) => Math.round(element.getBoundingClientRect().bottom)),
    );
    expect(bottoms.length).toBeGreaterThan(4);
    expect(bottoms).toEqual(bottoms.toSorted((a, b) => a - b));
  });
