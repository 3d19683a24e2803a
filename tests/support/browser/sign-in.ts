import { expect, type Page } from '@playwright/test';
import type { Product } from '#tests/support/product.ts';

/** The demo account, as the product printed it at its start. */
function printedAccount({ output }: Product): { readonly email: string; readonly password: string } {
  const [, email = '', password = ''] = /Sign in\s+(\S+)\s+password: (\S+)/.exec(output()) ?? [];
  return { email, password };
}

/** Fills the login form of the open page with the printed account and sends it. */
export async function sendLogin(page: Page, product: Product): Promise<void> {
  const { email, password } = printedAccount(product);
  await page.getByLabel(/пошта/i).fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Увійти' }).click();
}

/** Signs in with the printed account; ends on the page `next`. */
export async function signIn(page: Page, product: Product, next = '/uk/signal'): Promise<void> {
  await page.goto(`${product.url}/uk/login?next=${encodeURIComponent(next)}`);
  await sendLogin(page, product);
  await expect(page).toHaveURL(product.url + next);
}
