import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { alertOfAnEdge, SECRET } from '#tests/support/market/match-alerts.ts';
import { type OwnPostgres, startOwnPostgres } from '#bench/setup/own-postgres.ts';
import { type FakeTelegram, startFakeTelegram } from '#tests/support/network/fake-telegram.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const section = (page: Page, id: string) => page.locator('section', { has: page.locator(`#${id}`) });

test.describe('with a bot', () => {
  let product: Product;
  let bot: FakeTelegram;
  let postgres: OwnPostgres;
  test.beforeAll(async () => {
    [bot, postgres] = await Promise.all([startFakeTelegram(), startOwnPostgres()]);
    product = await startProduct({
      SECRET,
      DEMO: 'on',
      DATABASE_URL: postgres.url,
      TELEGRAM_BOT_TOKEN: bot.token,
      TELEGRAM_API_URL: bot.url,
    });
  });
  test.afterAll(async () => {
    await product?.stop();
    await postgres?.stop();
    await bot?.close();
  });

  test('a chat is linked by the bot, receives an alert, answers, and is disconnected in the account', async ({
    page,
    context,
  }) => {
    await returningVisitor(context);
    await signIn(page, product, '/uk/account/connections');
    const connections = section(page, 'connections');
    const alerts = section(page, 'forecast-alerts');
    await page.goto(`${product.url}/uk/account/alerts`);
    await expect(alerts.getByRole('switch', { name: 'Telegram' })).toBeDisabled();
    await page.goto(`${product.url}/uk/account/connections`);
    await connections.getByRole('button', { name: 'Підключити Telegram' }).click();
    const url = new URL((await connections.getByRole('link', { name: 'Відкрити бота' }).getAttribute('href')) ?? '');
    expect(url.origin + url.pathname).toBe(`https://t.me/${bot.username}`);

    const person = bot.person({ username: 'olena', languageCode: 'en' });
    person.says(`/start ${url.searchParams.get('start')}`);
    expect((await person.message(1)).text).toContain('Чат підключено до акаунта.');
    await expect(connections.getByText('@olena')).toBeVisible();
    await page.goto(`${product.url}/uk/account/alerts`);
    await alerts.getByRole('switch', { name: 'Telegram' }).click();
    await alerts.getByRole('button', { name: 'Зберегти сповіщення' }).click();
    await expect(alerts.getByText('Збережено')).toBeVisible();

    expect(await alertOfAnEdge(postgres.db)).toBe(1);
    const alert = await person.message(2);
    expect(alert.text).toMatch(/^EUR\/USD ↑ вгору · 60,0\s?%\nKurs AI v2, 5 хв\. .*\nДіє до \d\d:\d\d:\d\d UTC\.$/);
    expect(alert.url).toBe('https://kurs.example/uk/signal?model=kurs_ai_v2&pair=EURUSD&duration=5');
    const { pathname, search } = new URL(alert.url ?? '');
    await page.goto(`${product.url}${pathname}${search}`);
    await expect(page.getByRole('radio', { name: /Kurs AI v2/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: '5 хв' })).toBeChecked();

    person.says('/status');
    // An alert of the market itself may come in between.
    const isSaid = (words: string) => (): boolean => person.messages.some(({ text }) => text.includes(words));
    await expect.poll(isSaid('Результатів ще немає.')).toBe(true);
    await page.goto(`${product.url}/uk/account/connections`);
    await connections.getByRole('button', { name: 'Відключити @olena' }).click();
    await expect(connections.getByRole('button', { name: 'Підключити Telegram' })).toBeVisible();
    person.says('/status');
    // The chat has no account any more, so the language is that of the person's Telegram.
    await expect.poll(isSaid('This chat isn’t connected.')).toBe(true);
  });
});
