import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { ApiError } from '#web/api/api-error.ts';
import { hasLeftForBroker, OpenAccount } from './open-account.tsx';
import { IdForm } from './id-form.tsx';

const id = () => page.getByRole('textbox');
const message = () => document.getElementById('referralId-message')?.textContent;
const submit = () => page.getByRole('button', { name: 'Check ID' });

beforeEach(() => {
  stubServer({ 'GET /api/trader/links': { register: 'http://broker.example/join', deposit: '' } });
});

test('sends the digits of the id', async () => {
  const send = vi.fn(() => Promise.resolve());
  await renderPage(<IdForm initial="" send={send} />);
  await userEvent.type(id(), '7 731 402{Enter}');
  expect(send).toHaveBeenCalledExactlyOnceWith('7731402');
});

test('keeps the digits of a pasted text', async () => {
  await renderPage(<IdForm initial="" send={() => Promise.resolve()} />);
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', 'ID: 7 731 402 (mine)');
  id()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(id()).toHaveValue('7731402');
});

test('an error of the server is shown at the field until the next attempt', async () => {
  const send = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(new ApiError({ code: 'rate_limited', message: 'Too many attempts.' }));
  await renderPage(<IdForm initial="7731402" send={send} />);
  await submit().click();
  expect(message()).toBe('Too many attempts.');
  await submit().click();
  await expect.poll(() => message()).toBe('');
});

test('the id of the return link is confirmed with one press, and another one can be typed', async () => {
  const send = vi.fn(() => Promise.resolve());
  await renderPage(<IdForm initial="1234567" offered="1234567" send={send} />);
  await page.getByRole('button', { name: 'Use ID 1234567' }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith('1234567');
  await userEvent.type(id(), '8');
  await expect.element(submit()).toBeInTheDocument();
});

test('the other choice names the minimum balance, and its link notes in this tab where the user went', async () => {
  sessionStorage.clear();
  await renderPage(<OpenAccount minBalance={10} isPrimary />);
  await expect.element(page.getByText(/at least \$10/)).toBeInTheDocument();
  const link = page.getByRole('link');
  await expect.element(link).toHaveAttribute('href', 'http://broker.example/join');
  await expect.element(link).not.toHaveAttribute('target');
  expect(hasLeftForBroker()).toBe(false);
  link.element().addEventListener('click', (event) => event.preventDefault());
  await link.click();
  expect(hasLeftForBroker()).toBe(true);
});
