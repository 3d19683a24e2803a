import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { serverClock } from '#web/api/server-clock.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { PasswordRules } from './password-rules.tsx';
import { ResendButton } from './resend-button.tsx';
import { SubmitButton } from './answered-form.tsx';

const input = { id: 'password', name: 'password', 'aria-describedby': 'password-message' };

test('a password is hidden until its owner shows it', async () => {
  const user = renderPage(
    <PasswordField label="Password" input={input} error={undefined} autoComplete="current-password" />,
  );
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password: Password' }));
  expect(field.getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password: Password' }));
  expect(field.getAttribute('type')).toBe('password');
});

test('Caps Lock is pointed out while it is on', async () => {
  const user = renderPage(
    <PasswordField label="Password" input={input} error={undefined} autoComplete="current-password" />,
  );
  await user.click(screen.getByLabelText('Password'));
  await user.keyboard('{CapsLock}a');
  expect(screen.getByRole('status').textContent).toBe('Caps Lock is on');
  await user.keyboard('{CapsLock}a');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a password that meets every rule but is one of the common ones is pointed out, and sent nowhere', async () => {
  const list = readFileSync('src/web/ui/form/common-passwords.bin');
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return new Response(list);
  });
  renderPage(<PasswordRules password="Password1!" isRefused={false} />);
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.endsWith('not yet'))).toEqual([]);
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/built on a common one/));
  expect(screen.getByText('Strength: weak')).toBeDefined();
  expect(requests).toEqual([expect.stringMatching(/common-passwords\.bin$/)]);
});

const emailInput = { id: 'email', name: 'email', 'aria-describedby': 'email-message' };

test('a typo in a well-known domain is pointed out, and corrected on request only', async () => {
  const onCorrect = vi.fn();
  const user = renderPage(
    <EmailField input={emailInput} error={undefined} typed="trader@gmial.com" onCorrect={onCorrect} />,
  );
  expect(onCorrect).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: /trader@gmail\.com/ }));
  expect(onCorrect).toHaveBeenCalledExactlyOnceWith('trader@gmail.com');
});

test('a busy submit button keeps the focus, unlike a disabled one', () => {
  renderPage(<SubmitButton isBusy>Save</SubmitButton>);
  const button = screen.getByRole('button', { name: 'Save' });
  expect(button).toHaveProperty('disabled', false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

const resend = (until: number | null, isBusy = false) => (
  <ResendButton
    until={until}
    isBusy={isBusy}
    label="Send again"
    labelIn={(time) => `Send again in ${time}`}
    onClick={() => undefined}
  />
);

test('a mail can be requested again when the server accepts it, with the time until then', () => {
  renderPage(resend(serverClock.now() + 65_000));
  expect(screen.getByRole('button', { name: /^Send again in 1:0[45]$/ })).toHaveProperty('disabled', true);
});
