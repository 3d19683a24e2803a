import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alertPaths, telegramPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { ForecastAlerts } from './forecast-alerts.tsx';

const unlinked = { [`GET ${telegramPaths.link}`]: { isAvailable: true, chat: null } };
const path = `GET ${alertPaths.alerts}`;

test('is off until the user turns a channel on and saves', async () => {
  const saved = { ...noAlerts, channels: ['mail'], models: ['vip'] };
  const requests = stubServer({ ...unlinked, [path]: noAlerts, [`PUT ${alertPaths.alerts}`]: saved });
  const user = renderPage(<ForecastAlerts />);
  const mail = await screen.findByRole('switch', { name: 'Email' });
  expect(mail.getAttribute('aria-checked')).toBe('false');
  await user.click(mail);
  await user.click(screen.getByText('Models:', { exact: false }));
  await user.click(screen.getByLabelText('VIP Indicator'));
  await user.click(screen.getByRole('button', { name: 'Save alerts' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  const sent = requests.find((request) => request.startsWith('PUT')) ?? '';
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual(saved);
});

test('sends to Telegram once a chat is connected, and can always be turned off', async () => {
  const chat = { name: '@olena', linkedAt: '2026-03-02T09:00:00.000Z' };
  stubServer({ ...unlinked, [`GET ${telegramPaths.link}`]: { isAvailable: true, chat }, [path]: noAlerts });
  const user = renderPage(<ForecastAlerts />);
  await screen.findByText('In the chat @olena.');
  const telegram = screen.getByRole('switch', { name: 'Telegram' });
  await user.click(telegram);
  expect(telegram.getAttribute('aria-checked')).toBe('true');
});

test('cannot be turned on for Telegram without a chat, and says why', async () => {
  stubServer({ ...unlinked, [path]: noAlerts });
  const user = renderPage(<ForecastAlerts />);
  await screen.findByText('Connect a chat under “Connections” first.');
  const telegram = screen.getByRole('switch', { name: 'Telegram' });
  await user.click(telegram);
  expect([telegram.getAttribute('aria-checked'), telegram.hasAttribute('disabled')]).toEqual(['false', true]);
});
