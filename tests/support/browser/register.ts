import { expect, type Page } from '@playwright/test';

/** A new account whose address is not confirmed yet. */
export async function openAccount(page: Page, email: string): Promise<void> {
  await page.goto('/en/register?campaign=autumn');
  for (const [id, value] of Object.entries({ email, newPassword: 'Long-enough-1', repeat: 'Long-enough-1' }))
    await page.locator(`#${id}`).fill(value);
  await page.locator('#acceptedTerms').check({ force: true });
  await page.locator('form [type=submit]').click();
  await expect(page).toHaveURL(/confirm-email$/);
}

/** A new account whose address is confirmed by the mail in the demo's mailbox; ends on the page of the broker ID. */
export async function register(page: Page, email: string): Promise<void> {
  await openAccount(page, email);
  await page.goto(`/en/mailbox?to=${encodeURIComponent(email)}`);
  await page.locator('.mbx-bar a').click();
  await expect(page).toHaveURL(/\/en\/enter-id$/);
}
