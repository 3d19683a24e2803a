import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { someSessions } from '#tests/support/browser/fake-accounts.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { SessionList } from './account.tsx';

const list = 'GET /api/sessions';
const others = someSessions.filter(({ isCurrent }) => !isCurrent);
const endButtons = () => page.getByRole('button', { name: /^Sign out (?!all)/ });

test('a session is ended, and the list is read again', async () => {
  const path = `/api/sessions/${others[0]?.id ?? ''}`;
  const requests = stubServer({ [list]: { items: someSessions }, [`DELETE ${path}`]: null });
  await renderPage(<SessionList />);
  await expect.element(page.getByText('This device')).toBeInTheDocument();
  await endButtons().first().click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Device signed out');
  expect(requests).toEqual([list, `DELETE ${path}`, list]);
});

test('all others are ended at once', async () => {
  const requests = stubServer({ [list]: { items: someSessions }, 'DELETE /api/sessions': null });
  await renderPage(<SessionList />);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('All other devices signed out');
  expect(requests).toContain('DELETE /api/sessions');
});
