import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { traderPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { ApiError } from '#web/api/api-error.ts';
import { hasLeftForBroker, OpenAccount } from './open-account.tsx';
import { IdForm } from './id-form.tsx';

const id = () => screen.getByRole('textbox');
const message = () => document.getElementById('referralId-message')?.textContent;
const submit = () => screen.getByRole('button', { name: 'Check ID' });

beforeEach(() => {
  stubServer({ [`GET ${traderPaths.links}`]: { register: 'http://broker.example/join', deposit: '' } });
});

test('sends the digits of the id', async () => {
  const send = vi.fn(() => Promise.resolve());
  const user = renderPage(<IdForm initial="" send={send} />);
  await user.type(id(), '7 731 402{Enter}');
  expect(send).toHaveBeenCalledExactlyOnceWith('7731402');
});

test('keeps the digits of a pasted text', () => {
  renderPage(<IdForm initial="" send={() => Promise.resolve()} />);
  fireEvent.paste(id(), { clipboardData: { getData: () => 'ID: 7 731 402 (mine)' } });
  expect(id()).toHaveProperty('value', '7731402');
});

test('an error of the server is shown at the field until the next attempt', async () => {
  const send = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(new ApiError({ code: 'rate_limited', message: 'Too many attempts.' }));
  const user = renderPage(<IdForm initial="7731402" send={send} />);
  await user.click(submit());
  expect(message()).toBe('Too many attempts.');
  await user.click(submit());
  await waitFor(() => expect(message()).toBe(''));
});

test('the id of the return link is confirmed with one press, and another one can be typed', async () => {
  const send = vi.fn(() => Promise.resolve());
  const user = renderPage(<IdForm initial="1234567" offered="1234567" send={send} />);
  await user.click(screen.getByRole('button', { name: 'Use ID 1234567' }));
  expect(send).toHaveBeenCalledExactlyOnceWith('1234567');
  await user.type(id(), '8');
  expect(submit()).toBeDefined();
});

test('the other choice names the minimum balance, and its link notes in this tab where the user went', async () => {
  sessionStorage.clear();
  const user = renderPage(<OpenAccount minBalance={10} isPrimary />);
  expect(screen.getByText(/at least \$10/)).toBeDefined();
  const link = await screen.findByRole('link');
  expect(link.getAttribute('href')).toBe('http://broker.example/join');
  expect(link.getAttribute('target')).toBeNull();
  expect(hasLeftForBroker()).toBe(false);
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  expect(hasLeftForBroker()).toBe(true);
});
