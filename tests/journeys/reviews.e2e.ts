import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import { type FakeReviews, serveReviews, somePublished } from '#tests/support/browser/fake-reviews.ts';

async function open(page: Page, over: Partial<FakeReviews> = {}, { isSignedIn = true } = {}) {
  await fakeApi(page, { isSignedIn });
  const state = await serveReviews(page, over);
  await page.goto('/uk/about-us');
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  return state;
}

test('reviews are listed with their ratings and signals; a visitor signs in to write one', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await open(page, {}, { isSignedIn: false });
  await expect(page.locator('#reviews article')).toHaveCount(2);
  await expect(page.locator('#reviews article').first()).toContainText('84 сигнали');
  await expect(page.locator('#reviews .btn-s')).toHaveAttribute('href', '/uk/login?next=%2Fuk%2Fabout-us%23reviews');
  expect(consoleErrors).toEqual([]);
});

test('an administrator publishes a review or rejects it, each with one press', async ({ page }) => {
  await fakeAdmin(page);
  const state = await serveReviews(page);
  await page.goto('/uk/admin/reviews');
  const [first, second] = [page.locator('tbody tr').first(), page.locator('tbody tr').last()];
  await first.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => state.sent.length).toBe(1);
  await second.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => state.sent.length).toBe(2);
  const getPath = (place: number) => `/api/admin/reviews/${somePublished().items[place]?.id ?? ''}`;
  expect(state.sent).toEqual([
    { call: `PATCH ${getPath(0)}`, body: { status: 'published' } },
    { call: `PATCH ${getPath(1)}`, body: { status: 'refused' } },
  ]);
});
