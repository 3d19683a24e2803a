import { expect } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import { aContest, anAdminContest, type FakeContest, serveContest } from '#tests/support/browser/fake-contest.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';

test('the operator draws the winners, sees their screenshots, and passes a prize on with a reason', async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const state: FakeContest = {
    contest: aContest(),
    admin: anAdminContest({ state: 'closed', drawnAt: null, canDraw: true, winners: [] }),
    sent: [],
    onSent: (now) => {
      now.admin = anAdminContest();
    },
  };
  await fakeAdmin(page);
  await serveContest(page, state);
  await page.goto('/uk/admin/contest');
  await page.getByRole('button', { name: 'Draw the winners' }).click();
  const winners = page.getByRole('region', { name: 'Winners' }).getByRole('listitem');
  await expect(winners).toHaveCount(5);
  await page.getByRole('button', { name: /Screenshot of/ }).click();
  await expect(page.getByRole('img', { name: /Screenshot of/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await winners.last().getByRole('button', { name: 'Draw another' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Reason, for the audit log').fill('No answer in seven days.');
  await confirm.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(state.sent.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/admin/contest/draw', null],
    [
      'PATCH /api/admin/contest/winners/5b0d3a52-6a55-4b39-8d5f-000000000005',
      { status: 'replaced', reason: 'No answer in seven days.' },
    ],
  ]);
  expect(consoleErrors).toEqual([]);
});
