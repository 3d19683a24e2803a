import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { recapPaths } from '#contract/recap-paths.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { anError, stubServer } from '#tests/support/stub-server.ts';
import { RecapMail } from './recap-mail.tsx';

const theSwitch = () => screen.getByRole('switch', { name: 'Daily recap by email' });

test('is off until the user turns it on', async () => {
  stubServer({
    [`GET ${recapPaths.mail}`]: { isOn: false },
    [`PUT ${recapPaths.mail}`]: { isOn: true },
  });
  const user = renderPage(<RecapMail />);
  await waitFor(() => expect(theSwitch().hasAttribute('disabled')).toBe(false));
  expect(theSwitch().getAttribute('aria-checked')).toBe('false');
  await user.click(theSwitch());
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('true'));
});

test('stays as it was when the server does not take the change', async () => {
  stubServer({
    [`GET ${recapPaths.mail}`]: { isOn: true },
    [`PUT ${recapPaths.mail}`]: anError(503, 'internal_error', 'Not now.'),
  });
  const user = renderPage(<RecapMail />);
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('true'));
  await user.click(theSwitch());
  await waitFor(() => expect(theSwitch().hasAttribute('disabled')).toBe(false));
  expect(theSwitch().getAttribute('aria-checked')).toBe('true');
});

test('cannot be turned while its state is not known', async () => {
  stubServer({ [`GET ${recapPaths.mail}`]: anError(503, 'internal_error', 'Not now.') });
  renderPage(<RecapMail />);
  expect(await screen.findByText('This setting couldn’t be loaded.')).toBeDefined();
  expect(theSwitch().hasAttribute('disabled')).toBe(true);
});
