import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { Connections } from './account-connections.tsx';

const id = '6f2c1b1e-0d5c-4a55-8f0e-0d4d4f3a7c11';
const at = '2026-03-02T09:00:00.000Z';
const device = { id, createdAt: at, browser: 'Firefox', system: 'Linux', service: 'push.example', lastSentAt: null };
const nothing = {
  'GET /api/push/subscriptions': { items: [] },
  'GET /api/telegram/link': { isAvailable: true, chat: null },
};

test('lists devices, and the chat, each with a way to end it', async () => {
  stubServer({
    'GET /api/push/subscriptions': { items: [device] },
    'GET /api/telegram/link': { isAvailable: true, chat: { name: '@olena', linkedAt: at } },
  });
  await renderPage(<Connections />);
  for (const name of ['Firefox, Linux', '@olena'])
    await expect.element(page.getByRole('button', { name: `End ${name}` })).toBeInTheDocument();
});

test('shows a link to the bot, and says when it ends', async () => {
  const url = 'https://t.me/kurs_bot?start=a-one-use-code';
  stubServer({ ...nothing, 'POST /api/telegram/link': { url, expiresAt: at } });
  await renderPage(<Connections />);
  await page.getByRole('button', { name: 'Connect Telegram' }).click();
  await expect.element(page.getByRole('link', { name: 'Open the bot' })).toHaveAttribute('href', url);
  await expect.element(page.getByText('connects one chat, once', { exact: false })).toBeInTheDocument();
});
