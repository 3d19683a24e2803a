import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountPaths } from '#contract/paths.ts';
import { someSessions } from '#tests/support/browser/fake-accounts.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { SessionList } from './account.tsx';

const list = `GET ${accountPaths.sessions}`;
const others = someSessions.filter(({ isCurrent }) => !isCurrent);
const endButtons = () => screen.queryAllByRole('button', { name: /^Sign out (?!all)/ });

test('a session is ended, and the list is read again', async () => {
  const path = accountPaths.session.replace(':id', others[0]?.id ?? '');
  const requests = stubServer({ [list]: { items: someSessions }, [`DELETE ${path}`]: null });
  const user = renderPage(<SessionList />);
  await screen.findByText('This device');
  await user.click(endButtons()[0] as HTMLElement);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Device signed out'));
  expect(requests).toEqual([list, `DELETE ${path}`, list]);
});

test('all others are ended at once', async () => {
  const requests = stubServer({ [list]: { items: someSessions }, [`DELETE ${accountPaths.sessions}`]: null });
  const user = renderPage(<SessionList />);
  await user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('All other devices signed out'));
  expect(requests).toContain(`DELETE ${accountPaths.sessions}`);
});
