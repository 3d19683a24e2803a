import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { anError, stubServer } from '#tests/support/components/fake-server.ts';
import { Toasts } from '#web/ui/feedback/toast.tsx';
import { RequestedMails } from './account-alerts.tsx';

const theSwitch = () => page.getByRole('switch', { name: 'My results of the week by email' });

test('is off until the user turns it on', async () => {
  stubServer({
    'GET /api/user/digest-mail': { isOn: false },
    'PUT /api/user/digest-mail': { isOn: true },
  });
  await renderPage(<RequestedMails />);
  await expect.element(theSwitch()).toBeEnabled();
  await expect.element(theSwitch()).toHaveAttribute('aria-checked', 'false');
  await theSwitch().click();
  await expect.element(theSwitch()).toHaveAttribute('aria-checked', 'true');
});

test('stays as it was when the server does not take the change', async () => {
  stubServer({
    'GET /api/user/digest-mail': { isOn: true },
    'PUT /api/user/digest-mail': anError(503, 'internal_error', 'Not now.'),
  });
  await renderPage(
    <>
      <RequestedMails />
      <Toasts />
    </>,
  );
  await expect.element(theSwitch()).toHaveAttribute('aria-checked', 'true');
  await theSwitch().click();
  await expect.element(theSwitch()).toBeEnabled();
  await expect.element(theSwitch()).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Close' }).click();
});
