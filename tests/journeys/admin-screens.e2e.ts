import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { checkupPath } from '#contract/admin/checkup.ts';
import {
  anAdminUser,
  anEntry,
  aSignalFile,
  anOpenSignalFile,
  aSystem,
  fakeAdmin,
  someUsers,
} from '#tests/support/browser/fake-admin.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
});

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/uk/admin${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const toRow = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });
const openMenu = (page: Page, email: string) => page.getByRole('button', { name: `Actions for ${email}` }).click();
const chooseAction = async (page: Page, email: string, action: string): Promise<void> => {
  await openMenu(page, email);
  await page.getByRole('button', { name: action }).click();
};

const signalPath = `/signals/file?id=${aSignalFile().id}`;

/** every-screen checks the pages as they open; these are their other states. */
const states = [
  ['admin-user-menu', '/users', (page: Page) => openMenu(page, 'trader-2@kurs.example')],
  ['admin-void', signalPath, (page: Page) => page.getByRole('button', { name: 'Void…' }).click()],
] as const;

for (const [name, path, act] of states) {
  test(`${name} is sound, in English under any language`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await fakeAdmin(page, { file: anOpenSignalFile() });
    await open(page, path);
    await act(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expectAccessible(page, name);
    expect(consoleErrors).toEqual([]);
  });
}

test('users are searched after a typing pause, filtered by URL, and paged by cursor', async ({ page }) => {
  const users = Array.from({ length: 30 }, (_, n) => anAdminUser(n + 1));
  const state = await fakeAdmin(page, { users });
  await open(page, '/users');
  await expect(page.getByText('1–25 of 30')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('26–30 of 30')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(toRow(page, 'trader-1@')).toBeVisible();

  await page.getByRole('searchbox').fill('trader-30');
  await page.clock.runFor(400);
  await expect(page).toHaveURL(/\/uk\/admin\/users\?q=trader-30$/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const searches = state.requested.filter(({ searchParams }) => searchParams.has('q'));
  expect(searches.map(({ searchParams }) => searchParams.get('q'))).toEqual(['trader-30']);

  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('trader-30');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('1–25 of 30')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a block requires a reason, is sent with it, and is shown in the row', async ({ page }) => {
  const state = await fakeAdmin(page);
  await open(page, '/users');
  await chooseAction(page, 'trader-2@kurs.example', 'Block…');
  const confirm = page.getByRole('button', { name: 'Block', exact: true });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Reason, for the audit log').fill('Mass registrations');
  await confirm.click();
  await expect(toRow(page, 'trader-2@')).toContainText('blocked');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(state.changes).toEqual([
    {
      method: 'PATCH',
      path: `/api/admin/users/${anAdminUser(2).id}`,
      body: { blocked: true, reason: 'Mass registrations' },
    },
  ]);
});

test('a balance is refreshed without a confirmation; the password mail after one', async ({ page }) => {
  const state = await fakeAdmin(page);
  await open(page, '/users');
  await chooseAction(page, 'trader-4@kurs.example', 'Check balance');
  await expect(toRow(page, 'trader-4@')).toContainText('$512');
  await chooseAction(page, 'trader-4@kurs.example', 'Send password reset…');
  await expect(page.getByRole('dialog')).toContainText('a link that works for 10 minutes. You won’t see it.');
  await page.getByRole('button', { name: 'Send email', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(state.changes.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'POST balance',
    'POST password-mail',
  ]);
});

test('an open signal is voided with a public cause and a log reason of twenty characters', async ({ page }) => {
  const state = await fakeAdmin(page, { file: anOpenSignalFile() });
  await open(page, signalPath);
  await page.getByRole('button', { name: 'Void…' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Void signal' });
  await dialog.getByText('Gap in the prices during the signal').click();
  await dialog.getByRole('textbox').fill('No price from 14:03:11 to 14:03:47.');
  await confirm.click();
  await expect(page.getByText('Voided: Gap in the prices during the signal.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Void…' })).toHaveCount(0);
  await expect(page.locator('output')).toHaveText('Signal No. 48,197 voided.');
  expect(state.changes.map(({ method, body }) => [method, body])).toEqual([
    ['DELETE', { cause: 'feed_gap', reason: 'No price from 14:03:11 to 14:03:47.' }],
  ]);
});

test('a user’s signals are reached from the user, with a note that the access is audited', async ({ page }) => {
  await fakeAdmin(page);
  await open(page, '/users');
  await chooseAction(page, 'trader-2@kurs.example', 'View signals');
  await expect(page.getByText('Signals of trader-2@kurs.example. This view is written')).toBeVisible();
  await page.getByLabel('Result').selectOption('void');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/user=.*&result=void$/);
});

test('the audit log reports a hash mismatch', async ({ page }) => {
  const state = await fakeAdmin(page);
  await open(page, '/audit');
  await expect(page.getByText('The fingerprints on this page match.')).toBeVisible();
  state.entries = [anEntry(4), anEntry(3, { isIntact: false })];
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'A fingerprint doesn’t match.' })).toBeVisible();
  await expect(page.locator('tbody tr').nth(1)).toContainText('doesn’t match');
});

test('a waiting mail is sent now; others cannot be', async ({ page }) => {
  await fakeAdmin(page);
  await open(page, '/outbox');
  await expect(page.getByRole('button', { name: /^Send now/ })).toHaveCount(1);
  await page.getByRole('button', { name: /^Send now/ }).click();
  await expect(page.getByRole('button', { name: /^Send now/ })).toHaveCount(0);
  await page.getByLabel('Status').selectOption('refused');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody')).toContainText('550 5.1.1 User unknown');
});

test('the overview lists what needs attention, and states when nothing does', async ({ page }) => {
  const state = await fakeAdmin(page);
  await open(page, '');
  await expect(page.getByText('3 issues')).toBeVisible();
  const remarks = page.locator('.att li');
  await expect(remarks).toHaveCount(3);
  await expect(remarks.nth(0)).toContainText('The broker is rejecting some requests');
  await expect(remarks.nth(2)).toContainText('13% SQUAD has drifted from its card');
  state.system = aSystem({
    broker: { kind: 'pocket', state: 'ok' },
    mail: { isSending: true, waiting: 0, oldestWaitingAt: null, failed: 0 },
  });
  state.models = [];
  await page.reload();
  await expect(page.getByText('No issues')).toBeVisible();
  await expect(page.getByText('Everything is working.')).toBeVisible();
});

test('the overview says what a checkup found and what to do', async ({ page }) => {
  const { changes } = await fakeAdmin(page);
  await open(page, '');
  await page.getByRole('button', { name: 'Run the checkup' }).click();
  const found = page.getByRole('listitem').filter({ hasText: 'deriv, HTTP 401' });
  await expect(found).toContainText('Check the key and the address of the feed');
  await expect(found).toContainText('doesn’t work');
  expect(changes.map(({ path }) => path)).toEqual([checkupPath]);
});

test('the overview lists each process with its lags, and what waits for a consumer', async ({ page }) => {
  const consumer = { name: 'mail', waiting: 4, lagMs: 7_000 } as const;
  const idle = { name: 'push', waiting: 0, lagMs: 0 } as const;
  await fakeAdmin(page, { system: aSystem({ consumers: [consumer, idle] }) });
  await open(page, '');
  await expect(page.getByRole('row', { name: /^api this process/ })).toContainText('700 ms900 ms0 ms');
  await expect(page.getByRole('row', { name: /^engine leads/ })).toContainText('own400 ms—');
  await expect(page.getByRole('row', { name: 'mail 4 7 s' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'push 0 —' })).toBeVisible();
  const state = page.locator('.card', { hasText: 'State' });
  for (const fact of ['84 of 600', '1,240, no limit', '$0.93 of $5']) await expect(state.first()).toContainText(fact);
});

test('A51: user input is shown to administrators as text', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  const evil = '<img src=x onerror="window.hacked=1">';
  const file = { ...aSignalFile(), user: { id: anAdminUser(2).id, email: evil }, modelVersion: evil };
  await fakeAdmin(page, {
    users: [...someUsers(), anAdminUser(12, { email: evil, campaign: evil, referralId: evil })],
    entries: [anEntry(3, { reason: `${evil}<script>window.hacked=1</script>`, targetEmail: evil })],
    file,
  });
  for (const path of ['/users', '/audit', signalPath]) {
    await open(page, path);
    await expect(page.getByText(evil).first()).toBeVisible();
    await expect(page.locator('main img, main script')).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(consoleErrors).toEqual([]);
});

test('for other users these pages do not exist, and nothing is requested', async ({ page }) => {
  await fakeApi(page);
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('/api/admin/') && requested.push(request.url()));
  for (const path of ['', '/users', signalPath, '/audit']) {
    await page.goto(`/en/admin${path}`);
    await expect(page.getByRole('heading', { name: 'Off course' })).toBeVisible();
  }
  expect(requested).toEqual([]);
});
