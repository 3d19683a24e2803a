import { expect, test } from 'vitest';
import { createTestAccounts, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(() =>
  createTestAccounts({ config: { publicUrl: 'https://kurs.example', trustProxy: ['203.0.113.1'] } }),
);

const evil = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.example;proto=http',
  'x-original-host': 'evil.example',
};

test('A39: links in mails begin with the public address, regardless of the host header', async () => {
  const { email } = await register(product, {}, { headers: evil });
  await product.post('/api/forgot-password', { email, lang: 'en', captcha: solved }, { headers: evil });
  const links = product.mails.flatMap((mail) => ('link' in mail ? [mail.link] : []));
  expect(links).toHaveLength(2);
  for (const link of links) expect(new URL(link).origin).toBe('https://kurs.example');
});

test('A39: the redirect of an activation link names no host', async () => {
  const answer = await product.get('/api/auth/activate/x', { headers: evil });
  expect(answer.headers.location).toBe('/en/activated-email?link=x');
});
