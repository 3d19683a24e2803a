import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { accountPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { Toasts } from '#web/ui/feedback/toast.tsx';
import { OwnData } from './own-data.tsx';

const files: string[] = [];

beforeEach(() => {
  files.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(this.download);
  });
});

const show = () =>
  renderPage(
    <>
      <OwnData email="trader@kurs.example" />
      <Toasts />
    </>,
  );

test('the export is saved as a file of this day', async () => {
  stubServer({ [`GET ${accountPaths.exportData}`]: { user: {} } });
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Download file' }));
  await waitFor(() => expect(files).toEqual([expect.stringMatching(/^kurs-data-\d{4}-\d\d-\d\d\.json$/)]));
  expect(screen.getByText('File downloaded')).toBeDefined();
});

test('the account is deleted with the password only; a wrong one keeps the dialog', async () => {
  const requests = stubServer({
    [`POST ${accountPaths.deleteAccount}`]: anError(401, 'invalid_credentials', 'Wrong password.'),
    [`GET ${accountPaths.refresh}`]: anError(500, 'internal_error', 'Away.'),
  });
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = screen.getByRole('dialog');
  const confirm = screen.getByRole('button', { name: 'Delete permanently' });
  await user.click(confirm);
  // The field takes the focus, which would otherwise interrupt the typing.
  await waitFor(() => expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')));
  expect(requests).toEqual([]);
  await user.type(screen.getByLabelText('Your password'), 'Not-my-own-1');
  await user.click(confirm);
  await waitFor(() => expect(requests[0]).toBe(`POST ${accountPaths.deleteAccount} {"password":"Not-my-own-1"}`));
  expect(dialog.isConnected).toBe(true);
});
