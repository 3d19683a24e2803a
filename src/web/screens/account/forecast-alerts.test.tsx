import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { ForecastAlerts } from './forecast-alerts.tsx';

const unlinked = { 'GET /api/telegram/link': { isAvailable: true, chat: null } };
const path = 'GET /api/alerts';

test('is off until the user turns a channel on and saves', async () => {
  const saved = { ...noAlerts, channels: ['mail'], models: ['vip'] };
  const requests = stubServer({ ...unlinked, [path]: noAlerts, 'PUT /api/alerts': saved });
  await renderPage(<ForecastAlerts />);
  const mail = page.getByRole('switch', { name: 'Email' });
  await expect.element(mail).toHaveAttribute('aria-checked', 'false');
  await mail.click();
  await page.getByText('Which forecasts').click();
  await page.getByText('Models:', { exact: false }).click();
  await page.getByLabelText('VIP Indicator').click();
  await page.getByRole('button', { name: 'Save alerts' }).click();
  await expect.element(page.getByText('Saved')).toBeInTheDocument();
  const sent = requests.find((request) => request.startsWith('PUT')) ?? '';
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual(saved);
});

test('sends to Telegram once a chat is connected, and can always be turned off', async () => {
  const chat = { name: '@olena', linkedAt: '2026-03-02T09:00:00.000Z' };
  stubServer({ ...unlinked, 'GET /api/telegram/link': { isAvailable: true, chat }, [path]: noAlerts });
  await renderPage(<ForecastAlerts />);
  await expect.element(page.getByText('In the chat @olena.')).toBeInTheDocument();
  const telegram = page.getByRole('switch', { name: 'Telegram' });
  await telegram.click();
  await expect.element(telegram).toHaveAttribute('aria-checked', 'true');
});

test('cannot be turned on for Telegram without a chat, and says why', async () => {
  stubServer({ ...unlinked, [path]: noAlerts });
  await renderPage(<ForecastAlerts />);
  await expect.element(page.getByText('Connect a chat under “Connections” first.')).toBeInTheDocument();
  const telegram = page.getByRole('switch', { name: 'Telegram' });
  await expect.element(telegram).toBeDisabled();
  await expect.element(telegram).not.toBeChecked();
});
