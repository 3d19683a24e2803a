import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { anError, stubServer } from '#tests/support/components/fake-server.ts';
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
  stubServer({ 'GET /api/user/export': { user: {} } });
  await show();
  await page.getByRole('button', { name: 'Download file' }).click();
  await expect.poll(() => files).toEqual([expect.stringMatching(/^kurs-data-\d{4}-\d\d-\d\d\.json$/)]);
  await expect.element(page.getByText('File downloaded')).toBeInTheDocument();
});

test('the account is deleted with the password only; a wrong one keeps the dialog', async () => {
  const requests = stubServer({
    'POST /api/user/delete': anError(401, 'invalid_credentials', 'Wrong password.'),
    'GET /api/refresh': anError(500, 'internal_error', 'Away.'),
  });
  await show();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = page.getByRole('button', { name: 'Delete permanently' });
  await confirm.click();
  // The field takes the focus, which would otherwise interrupt the typing.
  await expect.element(page.getByLabelText('Your password')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Your password')).toHaveFocus();
  expect(requests).toEqual([]);
  await userEvent.type(page.getByLabelText('Your password'), 'Not-my-own-1');
  await confirm.click();
  await expect.poll(() => requests[0]).toBe('POST /api/user/delete {"password":"Not-my-own-1"}');
  await expect.element(dialog).toBeInTheDocument();
});
