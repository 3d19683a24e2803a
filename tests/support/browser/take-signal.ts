import { expect, type Page } from '@playwright/test';

/** Chooses the pair of the manual model from the name on the card. */
export async function choosePair(page: Page, pair: string): Promise<void> {
  await page.locator('.mp:visible').click();
  await page.getByRole('menuitemradio', { name: pair }).filter({ visible: true }).click();
}

/** A signal, or practice where nothing has an edge: a real market has one at no instant of our choosing. */
export async function takeSignal(page: Page): Promise<void> {
  await page.locator('[data-shortcut="get"]').click();
  const practise = page.locator('.lc-row .tb', { has: page.locator('.lucide-flask-conical') });
  await practise.or(page.getByRole('timer').first()).first().waitFor();
  if (await practise.isVisible()) await practise.click();
}

/** Presses a choice by its label, which unlike its hidden button is waited for until it stands still. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true });
  await page.locator('label', { has: radio }).click();
  await expect(radio).toBeChecked();
}
