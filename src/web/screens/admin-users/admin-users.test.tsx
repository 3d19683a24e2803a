import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { adminUserPaths, type AdminUser } from '#contract/admin/users.ts';
import { anAdminUser } from '#tests/support/browser/fake-admin.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { ConfirmDialog, type UserAction, UserMenu } from './admin-users.tsx';

const menuItems = [
  'View signals',
  'Send password reset…',
  'Check balance',
  'Unlink broker ID…',
  'Sign out everywhere…',
  'Make administrator…',
  'Remove administrator role…',
  'Block…',
  'Unblock…',
];

function showMenu(user: AdminUser, ownId = 'another') {
  const onAction = vi.fn();
  const onCheckBalance = vi.fn(() => Promise.resolve());
  const visitor = renderPage(<UserMenu user={user} {...{ ownId, onAction, onCheckBalance }} />);
  const offered = () => menuItems.filter((name) => screen.queryByText(name) !== null);
  return { visitor, onAction, onCheckBalance, offered };
}

test('offers a trader every action but those of administrators and blocked users', () => {
  const { offered } = showMenu(anAdminUser(2));
  expect(menuItems.filter((name) => !offered().includes(name))).toEqual(['Remove administrator role…', 'Unblock…']);
});

test('nobody can block or demote themselves', () => {
  const own = anAdminUser(1, { roles: ['user', 'admin'] });
  expect(showMenu(own, own.id).offered()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Block|Remove administrator)/)]),
  );
});

test('a grave action is asked about first; the balance is checked at once', async () => {
  const { visitor, onAction, onCheckBalance } = showMenu(anAdminUser(2));
  await visitor.click(screen.getByText('Block…'));
  expect(onAction).toHaveBeenCalledExactlyOnceWith('block');
  await visitor.click(screen.getByText('Check balance'));
  expect(onCheckBalance).toHaveBeenCalledTimes(1);
});

function showDialog(action: UserAction) {
  const onDone = vi.fn();
  const visitor = renderPage(
    <ConfirmDialog action={action} user={anAdminUser(2)} onDone={onDone} onClose={() => undefined} />,
  );
  return { visitor, onDone };
}

const confirm = (name: string) => screen.getByRole('button', { name });
const reason = () => screen.getByRole('textbox', { name: 'Reason, for the audit log' });
const getPath = (path: string) => path.replace(':id', anAdminUser(2).id);

test('blocking needs a reason, which is sent without its outer spaces', async () => {
  const path = getPath(adminUserPaths.user);
  const requests = stubServer({ [`PATCH ${path}`]: anAdminUser(2) });
  const { visitor, onDone } = showDialog('block');
  expect(screen.getByRole('dialog', { name: 'Block this user?' }).textContent).toContain('trader-2@kurs.example');
  expect(confirm('Block')).toHaveProperty('disabled', true);
  await visitor.type(reason(), '  spam ');
  await visitor.click(confirm('Block'));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`PATCH ${path} {"blocked":true,"reason":"spam"}`]);
});

test('a broker id is released with a reason of at least twenty characters', async () => {
  const { visitor } = showDialog('releaseTrader');
  await visitor.type(reason(), 'Nineteen characters');
  expect(confirm('Unlink ID')).toHaveProperty('disabled', true);
  await visitor.type(reason(), '!');
  expect(confirm('Unlink ID')).toHaveProperty('disabled', false);
});

test('the error of the server stays in the dialog', async () => {
  stubServer({ [`POST ${getPath(adminUserPaths.passwordMail)}`]: anError(429, 'rate_limited', 'One mail a minute.') });
  const { visitor, onDone } = showDialog('mailPassword');
  await visitor.click(confirm('Send email'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('One mail a minute.'));
  expect(onDone).not.toHaveBeenCalled();
});
