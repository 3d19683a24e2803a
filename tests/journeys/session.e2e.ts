import { expect, type Page } from '@playwright/test';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { test } from '#tests/support/browser/product-test.ts';

const expectSignedIn = (page: Page) => expect(page.getByRole('heading', { name: 'Акаунт', level: 1 })).toBeVisible();
const getSessions = (page: Page) => page.locator('.sessions li');
const refresh = (page: Page): Promise<number> => page.evaluate(async () => (await fetch('/api/refresh')).status);
const token = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('token'));

test('F39: two tabs that refresh at the same moment both stay signed in', async ({ page, context, product }) => {
  await signIn(page, product, '/uk/account');
  const second = await context.newPage();
  await second.goto('/uk/account');
  await expectSignedIn(second);
  await Promise.all([page.reload(), second.reload()]);
  await Promise.all([expectSignedIn(page), expectSignedIn(second)]);
  // The same without the lock between tabs: both send the cookie that can be rotated only once.
  expect(await Promise.all([refresh(page), refresh(second)])).toEqual([200, 200]);
  await Promise.all([page.reload(), second.reload()]);
  await Promise.all([expectSignedIn(page), expectSignedIn(second)]);
  await expect(page.getByText('Цей пристрій')).toHaveCount(1);
});

test('signing out and in applies to every tab', async ({ page, context, product }) => {
  await signIn(page, product, '/uk/account');
  const second = await context.newPage();
  await second.goto('/uk/account');
  await expectSignedIn(second);
  // The tabs sign out at once, whether or not the server has answered.
  const published = page.waitForResponse((answer) => answer.url().endsWith('/api/logout'));
  await page.getByRole('button', { name: 'Вийти' }).click();
  await expect(second).toHaveURL(/\/uk\/login\?next=%2Fuk%2Faccount$/);
  await published;
  expect(await refresh(second)).toBe(401);
  await signIn(page, product, '/uk/account');
  await expectSignedIn(second);
});

test('a sign-out that the server did not receive is sent at the next start', async ({ page, product }) => {
  await signIn(page, product, '/uk/account');
  await page.route('**/api/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Вийти' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Увійти' })).toBeVisible();
  expect(await refresh(page)).toBe(200);
  await page.unroute('**/api/logout');
  const published = page.waitForResponse((answer) => answer.url().endsWith('/api/logout'));
  await page.reload();
  expect((await published).status()).toBe(204);
  expect(await refresh(page)).toBe(401);
  // Said once.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sign-out-untold'))).toBeNull();
});

test('an expired access token is renewed once, and the call retried', async ({ page, product }) => {
  await signIn(page, product, '/uk/account');
  await expect(getSessions(page).first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem('token', 'not-a-token'));
  const refused: string[] = [];
  const answered: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() === 401) refused.push(pathname);
    if (answer.ok()) answered.push(pathname);
  });
  await page.getByRole('link', { name: 'Kurs, на головну' }).first().click();
  await page.getByRole('banner').getByRole('link', { name: 'Акаунт' }).click();
  await expect.poll(() => answered).toContain('/api/sessions');
  // Any of the page's calls may be the first that is refused.
  expect(refused).not.toEqual([]);
  await expect.poll(() => refused.filter((path) => !answered.includes(path))).toEqual([]);
  expect(answered.filter((path) => path === '/api/refresh')).toHaveLength(1);
  expect(await token(page)).not.toBe('not-a-token');
});

test('a failed refresh signs nobody out', async ({ page, product }) => {
  await signIn(page, product, '/uk/account');
  const before = await token(page);
  await page.route('**/api/refresh', (route) => route.fulfill({ status: 503, body: '' }));
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/refresh') && answer.status() === 503);
  await page.reload();
  await refused;
  expect(await token(page)).toBe(before);
  await expect(page).toHaveURL('/uk/account');
  await page.unroute('**/api/refresh');
  await expectSignedIn(page);
});

test('a login session ended elsewhere is over here', async ({ page, browser, product }) => {
  await signIn(page, product, '/uk/account');
  const elsewhere = await browser.newPage({ locale: 'uk-UA' });
  await returningVisitor(elsewhere);
  await signIn(elsewhere, product, '/uk/account');
  await elsewhere.getByRole('button', { name: 'Завершити всі інші' }).click();
  await expect(getSessions(elsewhere)).toHaveCount(1);
  await page.reload();
  await expect(page).toHaveURL(/\/uk\/login\?next=/);
  expect(await token(page)).toBeNull();
  await elsewhere.close();
});

test.describe('A53: no address of the site leads to another site', () => {
  for (const path of [
    '/uk//evil.example',
    '/%2f%2fevil.example',
    '//evil.example',
    '/%5cevil.example',
    '/uk/%2f%2fevil.example',
  ])
    test(path, async ({ page, product }) => {
      await page.goto(product.url + path);
      await expect(page.getByRole('heading', { name: 'Збилися з курсу' })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(product.url);
    });
});

test('A55: another site cannot embed the pages in a frame', async ({ page, product }) => {
  const frame = `<iframe src="${product.url}/uk/login"></iframe><iframe src="${product.url}/uk/account"></iframe>`;
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: frame }));
  await page.goto('http://evil.example/');
  await expect
    .poll(() => page.frames().map((each) => each.url()))
    .toEqual(['http://evil.example/', 'chrome-error://chromewebdata/', 'chrome-error://chromewebdata/']);
});
