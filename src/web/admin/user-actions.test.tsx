import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminUser } from '#contract/admin/users.ts';
import { anAdminUser } from '#tests/support/browser/fake-admin.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { anError, stubServer } from '#tests/support/components/fake-server.ts';
import { ConfirmDialog, type UserAction, UserMenu } from './user-actions.tsx';

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

async function showMenu(user: AdminUser, { ownId = 'another', canCheckBalance = true } = {}) {
  const onAction = vi.fn();
  const onCheckBalance = vi.fn(() => Promise.resolve());
  await renderPage(<UserMenu user={user} {...{ ownId, canCheckBalance, onAction, onCheckBalance }} />);
  const offered = () => menuItems.filter((name) => page.getByText(name).query() !== null);
  return { onAction, onCheckBalance, offered };
}

test('offers a trader every action but those of administrators and blocked users', async () => {
  const { offered } = await showMenu(anAdminUser(2));
  expect(menuItems.filter((name) => !offered().includes(name))).toEqual(['Remove administrator role…', 'Unblock…']);
});

test('nobody can block or demote themselves', async () => {
  const own = anAdminUser(1, { roles: ['user', 'admin'] });
  expect((await showMenu(own, { ownId: own.id })).offered()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Block|Remove administrator)/)]),
  );
});

test('the balance is not checked where the broker sends lists', async () => {
  const { offered } = await showMenu(anAdminUser(2), { canCheckBalance: false });
  expect(offered()).not.toContain('Check balance');
});

test('a grave action is asked about first; the balance is checked at once', async () => {
  const { onAction, onCheckBalance } = await showMenu(anAdminUser(2));
  const open = () => page.getByRole('button', { name: 'Actions for trader-2@kurs.example' }).click();
  await open();
  await page.getByText('Block…').click();
  expect(onAction).toHaveBeenCalledExactlyOnceWith('block');
  await open();
  await page.getByText('Check balance').click();
  expect(onCheckBalance).toHaveBeenCalledTimes(1);
});

async function showDialog(action: UserAction) {
  const onDone = vi.fn();
  await renderPage(<ConfirmDialog action={action} user={anAdminUser(2)} onDone={onDone} onClose={() => undefined} />);
  return onDone;
}

const confirm = (name: string) => page.getByRole('button', { name });
const reason = () => page.getByRole('textbox', { name: 'Reason, for the audit log' });
const getPath = (path: string) => path.replace(':id', anAdminUser(2).id);

test('blocking needs a reason, which is sent without its outer spaces', async () => {
  const path = getPath('/api/admin/users/:id');
  const requests = stubServer({ [`PATCH ${path}`]: anAdminUser(2) });
  const onDone = await showDialog('block');
  await expect
    .element(page.getByRole('dialog', { name: 'Block this user?' }))
    .toMatchTextContent('trader-2@kurs.example');
  await expect.element(confirm('Block')).toBeDisabled();
  await userEvent.type(reason(), '  spam ');
  await confirm('Block').click();
  await expect.poll(() => onDone).toHaveBeenCalledTimes(1);
  expect(requests).toEqual([`PATCH ${path} {"blocked":true,"reason":"spam"}`]);
});

test('a broker id is released with a reason of at least twenty characters', async () => {
  await showDialog('releaseTrader');
  await userEvent.type(reason(), 'Nineteen characters');
  await expect.element(confirm('Unlink ID')).toBeDisabled();
  await userEvent.type(reason(), '!');
  await expect.element(confirm('Unlink ID')).toBeEnabled();
});

test('the error of the server stays in the dialog', async () => {
  stubServer({
    [`POST ${getPath('/api/admin/users/:id/password-mail')}`]: anError(429, 'rate_limited', 'One mail a minute.'),
  });
  const onDone = await showDialog('mailPassword');
  await confirm('Send email').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('One mail a minute.');
  expect(onDone).not.toHaveBeenCalled();
});
