import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { alertOfAnEdge, SECRET } from '#tests/support/market/match-alerts.ts';
import { type OwnPostgres, startOwnPostgres } from '#bench/setup/own-postgres.ts';
import { type FakeBrowser, startFakePushService } from '#tests/support/network/fake-push-service.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { writeRecordedMarket } from '#tests/support/market/recorded-market.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { testCertificate } from '#tests/support/network/test-certificate.ts';
import { watchWorker } from '#tests/support/browser/worker-notifications.ts';
import { choose, takeSignal } from '#tests/support/browser/take-signal.ts';

/** The product on a replay that runs a market minute in three seconds, with a local push service. */
let product: Product;
let recorded: Awaited<ReturnType<typeof writeRecordedMarket>>;
let push: Awaited<ReturnType<typeof startFakePushService>>;
let postgres: OwnPostgres;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-push-'));
  await writeFile(join(folder, 'ca.pem'), testCertificate);
  push = await startFakePushService();
  postgres = await startOwnPostgres();
  recorded = await writeRecordedMarket(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY']);
  product = await startProduct({
    SECRET,
    FEED: 'replay',
    REPLAY_FILES: recorded.files.join(','),
    REPLAY_SPEED: '20',
    THIN_HOURS: 'include',
    DEMO: 'on',
    DATABASE_URL: postgres.url,
    PUSH_PRIVATE_ADDRESSES: 'on',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
});
test.afterAll(async () => {
  await product?.stop();
  await postgres?.stop();
  await push?.close();
  await recorded?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** The push service of this test instead of the browser's; permission is the browser's own. */
async function subscribeAt({ subscription }: FakeBrowser, page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await page.addInitScript((own) => {
    // A driven browser gets no worker otherwise.
    Object.defineProperty(navigator, 'webdriver', { get: () => false });
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' });
    PushManager.prototype.subscribe = async () => Object.assign(Object.create(null), { toJSON: () => own });
  }, subscription);
}

test('a rule becomes a notification, a click opens the prepared screen, and the result of the signal is pushed', async ({
  page,
  context,
}) => {
  await returningVisitor(context);
  const browser = push.subscribe();
  await subscribeAt(browser, page);
  await signIn(page, product);
  await page.goto(`${product.url}/uk/account/connections`);
  await page.getByRole('button', { name: 'Додати цей браузер' }).click();
  await expect(page.getByText('Цей браузер тепер отримує сповіщення.')).toBeVisible();
  await page.goto(`${product.url}/uk/account/alerts`);
  const alerts = page.locator('section', { has: page.locator('#forecast-alerts') });
  await alerts.getByRole('switch', { name: 'Push-сповіщення' }).click();
  await alerts.getByRole('switch', { name: 'Результати моїх сигналів' }).click();
  // The replayed market's own forecasts of this pair stay below it.
  await alerts.getByText('Про які прогнози').click();
  await alerts.getByLabel('Найменший шанс, %').fill('60');
  await alerts.locator('summary', { hasText: 'Пари' }).click();
  await alerts.getByLabel('EUR/USD').check();
  await alerts.getByRole('button', { name: 'Зберегти сповіщення' }).click();
  await expect(alerts.getByText('Збережено')).toBeVisible();

  const worker = await watchWorker(context, page, product.url);
  // No page of the product is open any more, only its worker.
  await page.goto('about:blank');
  expect(await alertOfAnEdge(postgres.db, { publicUrl: product.url })).toBe(1);
  const received = async () => (await browser.received()).map(({ payload }) => payload);
  await expect.poll(async () => (await received()).length).toBe(1);
  await worker.deliver(JSON.stringify((await received())[0]));
  await expect.poll(async () => (await worker.shown()).length).toBeGreaterThan(0);
  expect((await worker.shown())[0]).toMatchObject({
    title: expect.stringMatching(/^EUR\/USD ↑ вгору · 60,0\s?% · \d+ с$/),
    body: 'Kurs AI v2, 5 хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
    actions: [
      { action: 'open', title: 'Відкрити' },
      { action: 'dismiss', title: 'Не зараз' },
    ],
  });
  expect(await worker.click('dismiss')).toEqual([]);
  const [opened = ''] = await worker.click('open');
  expect(opened).toBe(`${product.url}/uk/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`);

  await page.goto(opened);
  await expect(page.getByRole('radio', { name: /Kurs AI v2/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: '5 хв' })).toBeChecked();
  // The replayed market has an edge at no instant of our choosing; this model always answers.
  await page.locator('label', { hasText: 'MANUAL AI' }).click();
  await choose(page, '3 хв');
  const again = page.getByRole('button', { name: 'Спробувати ще раз' });
  await takeSignal(page);
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('about:blank');
  await expect.poll(async () => (await received()).length, { timeout: 60_000 }).toBe(2);
  await worker.deliver(JSON.stringify((await received())[1]));
  await expect
    .poll(async () => (await worker.shown()).at(-1))
    .toMatchObject({
      title: expect.stringMatching(/^EUR\/USD: (виграш|програш|нічия|не зараховано)( \(практика\))?$/),
      actions: [],
    });
  expect((await worker.click()).at(-1)).toBe(`${product.url}/uk/history`);
});
