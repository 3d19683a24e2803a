import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alertPaths, telegramPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { TelegramChat } from './account-connections.tsx';
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

test('a folded rule is unfolded when one of its fields has to be filled in', async () => {
  const requests = stubServer({ ...unlinked, [path]: noAlerts });
  const user = renderPage(<ForecastAlerts />);
  const perHour = await screen.findByLabelText('Alerts an hour, at most');
  await user.clear(perHour);
  expect(perHour.closest('details')?.open).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Save alerts' }));
  expect(perHour.closest('details')?.open).toBe(true);
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
});

test('offers quiet hours in the time zone of the browser', async () => {
  stubServer({ ...unlinked, [path]: noAlerts });
  const user = renderPage(<ForecastAlerts />);
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  expect(screen.getByLabelText('From')).toHaveProperty('value', '22:00');
  expect(screen.getByLabelText('To')).toHaveProperty('value', '07:00');
});

test('settings that could not be loaded are loaded at another attempt', async () => {
  stubServer({ ...unlinked, [path]: anError(503, 'internal_error', 'Not now.') });
  const user = renderPage(<ForecastAlerts />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  stubServer({ ...unlinked, [path]: noAlerts });
  await user.click(again);
  expect(await screen.findByRole('switch', { name: 'Email' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
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

test('offers no Telegram where the operator has no bot', async () => {
  stubServer({ [`GET ${telegramPaths.link}`]: { isAvailable: false, chat: null }, [path]: noAlerts });
  const both = (
    <>
      <ForecastAlerts />
      <TelegramChat />
    </>
  );
  renderPage(both);
  await screen.findByRole('switch', { name: 'Email' });
  await screen.findByText(/the operator hasn’t connected a bot/);
  expect(screen.queryByRole('switch', { name: 'Telegram' })).toBeNull();
});
