import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLiveSignal,
  aSettledSignal,
  type FakeState,
  fakeApi,
  found,
  iso,
  noon,
  noSignal,
} from '#tests/support/browser/fake-api.ts';
import { fakeAutomatic } from '#tests/support/browser/fake-automatic.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

test.use({ locale: 'uk-UA' });

const lost = aSettledSignal('unsuccessful');

/** A loss on the screen that expired `agoMs` ago. */
async function start(page: Page, agoMs: number, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon + agoMs);
  await page.addInitScript(
    ({ id, signal, symbol }) => {
      localStorage.setItem('app-theme', 'basic');
      localStorage.setItem('signal', JSON.stringify({ id, signal, symbol }));
    },
    { id: lost.id, signal: lost.signal, symbol: lost.symbol },
  );
  const api = await fakeApi(page, { signals: [lost], ...over });
  api.stats = { ...api.stats, now: iso(noon + agoMs) };
  await page.goto('/uk/signal');
  await expect(page.getByRole('heading', { name: 'Програш', exact: true })).toBeVisible();
  return api;
}

const chase = (page: Page) => page.getByRole('button', { name: 'Наздогнати результат' });
const go = (page: Page) => page.getByRole('button', { name: 'Отримати сигнал на 2 хв' });

test('the cost of a chase is shown in numbers before it can be requested, and stopping is the first option', async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const issued = aLiveSignal({
    id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e',
    duration: 2,
    signal: 'SELL',
    chaseOf: lost.id,
  });
  const api = await start(page, 48_000, { automatic: fakeAutomatic({ won: 114 }), issue: found(issued) });
  await chase(page).click();
  const panel = page.getByRole('region', { name: '«Наздогнати» — це мартингейл' });
  await expect(panel.getByRole('heading')).toBeFocused();
  await page.getByLabel('Перша ставка ланцюга, $').fill('10');
  // 53.3 % per step; at a payout of 82 % 20 less 10, 40 less 30, or all lost.
  for (const text of ['53 зі 100', '+$6,40', '25 зі 100', '+$2,80', '22 зі 100', '−$70', 'Зупинитися зараз'])
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(panel.getByText('у 53,3 % випадків (виміряно 214)')).toBeVisible();
  await expect(panel.getByText('Беззбитковість 54,9 % потрапляє в цей інтервал')).toBeVisible();
  await expect(panel.getByText(/Пропозиція зникне через (4:1|4:0|3:)/)).toBeVisible();
  await expect(go(page)).toBeDisabled();
  await expectAccessible(page, 'chase');

  await panel.getByRole('button', { name: 'Зупинитися' }).click();
  await expect(panel).toHaveCount(0);
  await chase(page).click();
  await page.getByLabel('Перша ставка ланцюга, $').fill('10');
  await panel.getByText('Розумію, що можу втратити ще $60, разом $70, із моїх $124,50').click();
  await go(page).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText('Вниз').first()).toBeVisible();
  await expect(page.getByText('Крок 2 із 3, ставка $20')).toBeVisible();
  expect(api.signalRequests).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test('the first stake follows the trader’s rule, and a chain that costs more than the balance is refused', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('stakeShare', '0.05'));
  await start(page, 0, { balance: 60 });
  await chase(page).click();
  const first = page.getByLabel('Перша ставка ланцюга, $');
  await expect(first).toHaveValue('3');
  await expect(page.getByText('57,0 % — шанс програного сигналу за Kurs AI v2')).toBeVisible();
  await page.getByText('Розумію, що можу втратити ще $18, разом $21, із моїх $60').click();
  await expect(go(page)).toBeEnabled();
  await first.fill('25');
  await expect(page.getByText('Решта ланцюга коштує $150, а на балансі $60.')).toBeVisible();
  await expect(page.getByText('Розумію, що можу втратити')).toHaveCount(0);
  await expect(go(page)).toBeDisabled();
});

test('a chase that finds nothing says so once, over its result, and asks again only when pressed', async ({ page }) => {
  const message = 'Зараз сигналів немає. Спробуйте ще раз за хвилину.';
  const { status, body } = noSignal('below_threshold');
  const api = await start(page, 0, { issue: { status, body: { ...Object(body), message } } });
  await page.clock.install({ time: noon });
  await chase(page).click();
  await page.getByText('Розумію, що можу втратити').click();
  await go(page).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Програш', exact: true })).toBeVisible();
  await page.clock.runFor(120_000);
  expect(api.signalRequests).toHaveLength(1);
});
