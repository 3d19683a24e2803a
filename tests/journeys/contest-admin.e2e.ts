import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import { aContest, anAdminContest, type FakeContest, serveContest } from '#tests/support/browser/fake-contest.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

const winners = (page: Page) => page.getByRole('region', { name: 'Winners' }).getByRole('listitem');

async function openContest(page: Page, state: FakeContest, lang: Language = 'uk'): Promise<void> {
  await fakeAdmin(page);
  await serveContest(page, state);
  await page.goto(`/${lang}/admin/contest`);
}

for (const lang of checkedLanguages('uk')) {
  test(`the operator sees the contest with its winners and screenshots, in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openContest(page, { contest: aContest(), admin: anAdminContest(), sent: [] }, lang);
    await expect(winners(page)).toHaveCount(5);
    await page.getByRole('button', { name: /Screenshot of/ }).click();
    await expect(page.getByRole('img', { name: /Screenshot of/ })).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });
}

test('the operator draws the winners, and passes a prize on with a reason', async ({ page }) => {
  const drawn = anAdminContest();
  const admin = anAdminContest({ state: 'closed', drawnAt: null, canDraw: true, winners: [] });
  const state: FakeContest = {
    contest: aContest(),
    admin,
    sent: [],
    onSent: (now) => {
      now.admin = drawn;
    },
  };
  await openContest(page, state);
  await page.getByRole('button', { name: 'Draw the winners' }).click();
  await winners(page).last().getByRole('button', { name: 'Draw another' }).click();
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
});
