import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { digestPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { Toasts } from '#web/ui/feedback/toast.tsx';
import { RequestedMails } from './account-alerts.tsx';

const theSwitch = () => screen.getByRole('switch', { name: 'My results of the week by email' });

test('is off until the user turns it on', async () => {
  stubServer({
    [`GET ${digestPaths.mail}`]: { isOn: false },
    [`PUT ${digestPaths.mail}`]: { isOn: true },
  });
  const user = renderPage(<RequestedMails />);
  await waitFor(() => expect(theSwitch().hasAttribute('disabled')).toBe(false));
  expect(theSwitch().getAttribute('aria-checked')).toBe('false');
  await user.click(theSwitch());
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('true'));
});

test('stays as it was when the server does not take the change', async () => {
  stubServer({
    [`GET ${digestPaths.mail}`]: { isOn: true },
    [`PUT ${digestPaths.mail}`]: anError(503, 'internal_error', 'Not now.'),
  });
  const user = renderPage(
    <>
      <RequestedMails />
      <Toasts />
    </>,
  );
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('true'));
  await user.click(theSwitch());
  await waitFor(() => expect(theSwitch().hasAttribute('disabled')).toBe(false));
  expect(theSwitch().getAttribute('aria-checked')).toBe('true');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
});
