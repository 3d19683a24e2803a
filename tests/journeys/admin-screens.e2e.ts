import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { anAdminUser, anEntry, aSignalFile, aSystem, fakeAdmin, someUsers } from '#tests/support/browser/fake-admin.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
});

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/uk/admin${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const openMenu = (page: Page, email: string) => page.getByRole('button', { name: `Actions for ${email}` }).click();
const chooseAction = async (page: Page, email: string, action: string): Promise<void> => {
  await openMenu(page, email);
  await page.getByRole('button', { name: action }).click();
};

const signalPath = `/signals/file?id=${aSignalFile().id}`;

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

test('the overview says what a checkup found and what to do', async ({ page }) => {
  const { changes } = await fakeAdmin(page);
  await open(page, '');
  await page.getByRole('button', { name: 'Run the checkup' }).click();
  const found = page.getByRole('listitem').filter({ hasText: 'deriv, HTTP 401' });
  await expect(found).toContainText('Check the key and the address of the feed');
  await expect(found).toContainText('doesn’t work');
  expect(changes.map(({ path }) => path)).toEqual(['/api/admin/checkup']);
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
