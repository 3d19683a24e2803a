import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, mailedLink, register } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

const open = (link: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
  product.app.inject({ method, url: `/api/auth/activate/${link}`, headers });

test('A43: a scanner that opens the link repeatedly from any address neither spends it nor activates the account', async () => {
  const { id, email } = await register(product, { lang: 'ru' });
  const link = mailedLink(product, 'activation', email);
  for (let i = 0; i < 20; i++) {
    const answer = await open(link, i % 2 ? 'HEAD' : 'GET', {
      'sec-fetch-site': 'cross-site',
      'accept-language': 'de',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/ru/activated-email?link=${link}`]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }
  const stored = async () => (await product.database.db.select().from(users).where(eq(users.id, id)))[0]?.isActivated;
  expect(await stored()).toBe(false);
  expect((await product.post(`/api/auth/activate/${link}`, { mine: true })).statusCode).toBe(200);
  expect(await stored()).toBe(true);
});

test.each([
  ['en-GB,en;q=0.9', '/en/'],
  ['ru', '/ru/'],
  ['de', '/uk/'],
  ['', '/uk/'],
])('A43: an unknown link redirects to the same page, in the language of the browser (%s)', async (language, begin) => {
  const answer = await open('unknown', 'GET', language ? { 'accept-language': language } : {});
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `${begin}activated-email?link=unknown`]);
});

test.each([
  '%2f%2fevil.example',
  '%2F..%2F..%2Fevil.example',
  'x%0d%0aSet-Cookie:%20a=b',
  'x%22%3E%3Cscript%3E',
  'https:%2f%2fevil.example',
  '%5c%5cevil.example',
  'x%26next=%2f%2fevil.example',
  'x%23y',
])('A53: the redirect of %s stays on this site and has only its one parameter', async (link) => {
  const answer = await open(link);
  expect(answer.statusCode).toBe(302);
  const target = new URL(String(answer.headers.location), 'http://localhost:3000');
  expect([target.origin, target.pathname, target.hash]).toEqual(['http://localhost:3000', '/uk/activated-email', '']);
  expect([...target.searchParams]).toEqual([['link', decodeURIComponent(link)]]);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test.each(['?next=//evil.example', '?link=//evil.example', '?lang=//evil.example'])(
  'A53: a query is dropped (%s)',
  async (query) => {
    expect((await open(`x${query}`)).headers.location).toBe('/uk/activated-email?link=x');
  },
);

test('A43: the links of one account have no effect on another', async () => {
  const [first, second] = [await register(product), await register(product)];
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', first.email)}`, { mine: true });
  const state = await product.get('/api/resend-activation', { token: second.accessToken });
  expect(state.json().isActivated).toBe(false);
});
