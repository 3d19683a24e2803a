import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/**
 * The operator configures which addresses are internal (INTERNAL_EMAILS); the list is not passed
 * even to the accounts module.
 */
const product = sharedByTests(() => createTestAccounts({ adminEmails: ['chief@kurs.example'] }));

const toShape = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, Array.isArray(part) ? 'list' : typeof part]));

test('A63: an internal account answers from outside like any other', async () => {
  const attempts = [];
  for (const email of ['chief@kurs.example', 'anybody@kurs.example']) {
    await register(product, { email });
    const wrong = await product.post('/api/login', { email, password: 'Wrong-one-1' });
    const taken = await product.post('/api/registration', { email, password, lang: 'en', captcha: solved });
    const forgot = await product.post('/api/forgot-password', { email, lang: 'en', captcha: solved });
    const { user } = (await product.post('/api/login', { email, password })).json();
    const published = [wrong, taken, forgot].map((answer) => {
      const { requestId: _, ...rest } = answer.json();
      return [answer.statusCode, rest];
    });
    attempts.push({ published, user: toShape(user) });
  }
  expect(attempts[0]).toEqual(attempts[1]);
});

test('A63: code for non-administrators contains nothing about internal accounts or administrators', () => {
  const shipped = ['src/web', 'src/contract', 'src/domain', 'src/phrases'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(shipped.length).toBeGreaterThan(50);
  // The operator's own pages name the rule, and an error states the source of the role; the
  // addresses themselves appear nowhere.
  const ofOthers = shipped.filter((file) => !/admin|phrases\/errors/.test(file));
  const matching = ofOthers.filter((file) =>
    /INTERNAL_EMAILS|ADMIN_EMAILS|internalEmails|isInternal/.test(readFileSync(file, 'utf8')),
  );
  expect(matching).toEqual([]);
});
