import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const SECRET = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';
const demoEmail = 'demo@kurs.example';
const adminEmail = 'admin@kurs.example';
const publicPassword = 'Kurs-demo-1';

/** A demo that others can reach, on a database where it ran for its operator alone before. */
const database = sharedByTests(createTestDatabase);
let dataDir: string;
let product: Product;
let oldCookie: string;
const start = (variables: Record<string, string>): Promise<Product> =>
  startProduct({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'on', SECRET, ...variables });

const adminPassword = 'Kurs-admin-1';

const logIn = (password: string, email = demoEmail): Promise<Response> =>
  fetch(product.url + '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(memoryFolder(), 'kurs-demo-'));
  product = await start({});
  oldCookie = (await logIn(publicPassword)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await logIn(adminPassword, adminEmail)).status).toBe(200);
  await product.stop();
}, 120_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('A73 a demo that others can reach', () => {
  describe('with DEMO_PUBLIC', () => {
    beforeAll(async () => {
      product = await start({ DEMO_PUBLIC: 'on' });
    }, 120_000);
    afterAll(() => product?.stop());

    it('shows no mails', async () => {
      expect((await fetch(product.url + '/api/mailbox')).status).toBe(404);
    });

    it('shows nobody the password of its account', async () => {
      expect(await (await fetch(product.url + '/api/site')).json()).toMatchObject({ demoAccount: null });
    });

    it('has no account that administers by a password everybody knows', async () => {
      expect((await logIn(adminPassword, adminEmail)).status).toBe(401);
      expect(product.output()).not.toContain(adminEmail);
    });

    it('has ended the public password and its login sessions', async () => {
      expect((await logIn(publicPassword)).status).toBe(401);
      const refreshed = await fetch(product.url + '/api/refresh', { headers: { cookie: oldCookie } });
      expect(refreshed.status).toBe(401);
    });

    it('prints a password of its own, which is the same after a restart', async () => {
      const printed = /password: (\S{40,})\n/;
      await expect.poll(() => product.output()).toMatch(printed);
      const password = printed.exec(product.output())?.[1] ?? '';
      await signIn(product.url, { email: demoEmail, password });
      await product.stop();
      product = await start({ DEMO_PUBLIC: 'on' });
      await expect.poll(() => product.output()).toContain(`password: ${password}\n`);
      await signIn(product.url, { email: demoEmail, password });
    }, 120_000);
  });
});
