import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { serverClock } from '#web/api/server-clock.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { PasswordRules } from './password-rules.tsx';
import { ResendButton } from './resend-button.tsx';
import { SubmitButton } from './answered-form.tsx';

const input = { id: 'password', name: 'password', 'aria-describedby': 'password-message' };

test('a password is hidden until its owner shows it', async () => {
  await renderPage(<PasswordField label="Password" input={input} error={undefined} autoComplete="current-password" />);
  const field = page.getByLabelText('Password');
  await expect.element(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password: Password' }).click();
  await expect.element(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password: Password' }).click();
  await expect.element(field).toHaveAttribute('type', 'password');
});

test('Caps Lock is pointed out while it is on', async () => {
  await renderPage(<PasswordField label="Password" input={input} error={undefined} autoComplete="current-password" />);
  // A driven keyboard has no such key.
  const type = (modifierCapsLock: boolean) =>
    page
      .getByLabelText('Password')
      .element()
      .dispatchEvent(new KeyboardEvent('keyup', { key: 'a', bubbles: true, modifierCapsLock }));
  type(true);
  await expect.element(page.getByRole('status')).toHaveTextContent('Caps Lock is on');
  type(false);
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});

test('a password that meets every rule but is one of the common ones is pointed out, and sent nowhere', async () => {
  const load = vi.spyOn(globalThis, 'fetch');
  await renderPage(<PasswordRules password="Password1!" isRefused={false} />);
  expect(
    page
      .getByRole('listitem')
      .elements()
      .filter(({ textContent }) => textContent?.endsWith('not yet')),
  ).toEqual([]);
  await expect.element(page.getByRole('status')).toMatchTextContent(/built on a common one/);
  await expect.element(page.getByText('Strength: weak')).toBeInTheDocument();
  // Loaded once for a page, which another test may have done.
  for (const call of load.mock.calls) expect(call).toEqual([expect.stringMatching(/common-passwords\.bin/)]);
});

const emailInput = { id: 'email', name: 'email', 'aria-describedby': 'email-message' };

test('a typo in a well-known domain is pointed out, and corrected on request only', async () => {
  const onCorrect = vi.fn();
  await renderPage(<EmailField input={emailInput} error={undefined} typed="trader@gmial.com" onCorrect={onCorrect} />);
  expect(onCorrect).not.toHaveBeenCalled();
  await page.getByRole('button', { name: /trader@gmail\.com/ }).click();
  expect(onCorrect).toHaveBeenCalledExactlyOnceWith('trader@gmail.com');
});

test('a busy submit button keeps the focus, unlike a disabled one', async () => {
  await renderPage(<SubmitButton isBusy>Save</SubmitButton>);
  const button = page.getByRole('button', { name: 'Save' });
  await expect.element(button).not.toHaveAttribute('disabled');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
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

test('a mail can be requested again when the server accepts it, with the time until then', async () => {
  await renderPage(resend(serverClock.now() + 65_000));
  await expect.element(page.getByRole('button', { name: /^Send again in 1:0[45]$/ })).toBeDisabled();
});
