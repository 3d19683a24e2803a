import { expect, test } from 'vitest';
import { createTestAccounts, getRefreshToken, mailedLink, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(() => createTestAccounts({ capturesLog: true }));

test('A60: the log of a whole account history contains no password, token, link or plain address', async () => {
  const chosen = 'Secret-in-the-log-1';
  const { email, accessToken, refreshToken } = await register(product, { password: chosen });
  const activation = mailedLink(product, 'activation', email);
  await product.get(`/api/auth/activate/${activation}`);
  await product.post(`/api/auth/activate/${activation}`, { mine: true });
  await product.post('/api/auth/activate/guessed-link', { mine: true });
  await product.post('/api/login', { email, password: 'Wrong-in-the-log-1' });
  await product.post('/api/login', { email: 'wrong type', password: chosen });
  const next = getRefreshToken(await product.get('/api/refresh', { cookie: refreshToken }));
  await product.post('/api/forgot-password', { email, lang: 'en', captcha: solved });
  const reset = mailedLink(product, 'reset', email);
  await product.post(`/api/reset-password/${reset}`, { newPassword: 'weak-in-the-log' });
  await product.post(`/api/reset-password/${reset}`, { newPassword: 'Newer-in-the-log-1' });
  await product.get(`/api/sessions?email=${email}&token=${accessToken}`);
  for (const mail of ['digest', 'alert']) await product.post(`/api/user/${mail}-mail/unsubscribe/guessed-link`);
  product.databaseProxy.cut();
  await product.post('/api/login', { email, password: chosen });
  product.databaseProxy.restore();

  const log = product.log.join('');
  const secrets = [email, 'in-the-log', accessToken, refreshToken, next, activation, reset, 'guessed-link'];
  expect(product.log.length).toBeGreaterThan(12);
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(log).toContain('/api/auth/activate/[redacted]');
  expect(log).toContain('/api/reset-password/[redacted]');
  for (const mail of ['digest', 'alert']) expect(log).toContain(`/api/user/${mail}-mail/unsubscribe/[redacted]`);
});

test('A60: line breaks and terminal colours in the input stay within one log entry', async () => {
  const from = product.log.length;
  await product.get('/api/auth/activate/x%0d%0a%7B%22level%22:60%7D%1b[31m', {
    headers: { 'user-agent': '\u001b[31mred' },
  });
  await product.post('/api/login', { email: 'a\r\n{"level":60}', password: '\u001b[2J' });
  const entries = product.log.slice(from);
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(() => JSON.parse(entry)).not.toThrow();
    for (const control of ['\u001b', '\r', '\n']) expect(entry.trimEnd()).not.toContain(control);
  }
});
