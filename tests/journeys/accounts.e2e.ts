import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { phrases as authEn } from '#phrases/auth/en.ts';
import { phrases as authRu } from '#phrases/auth/ru.ts';
import { phrases as authUk } from '#phrases/auth/uk.ts';
import { test } from '#tests/support/browser/product-test.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

const phrases = { uk: authUk, en: authEn, ru: authRu };
const [first, second] = ['Long-enough-1', 'Another-one-2'];

const send = (page: Page) => page.locator('form [type=submit]').click();
const at = (lang: Language, page: string) => new RegExp(`/${lang}/${page}$`);

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
}

interface Mail {
  readonly lang: Language;
  readonly email: string;
  readonly mails: number;
}

/**
 * Opens the link of the newest mail to an address once `mails` have arrived: a mail may be sent
 * after the answer that mentions it.
 */
async function openMail(page: Page, { lang, email, mails }: Mail): Promise<void> {
  await expect(async () => {
    await page.goto(`/${lang}/mailbox?to=${encodeURIComponent(email)}`);
    await expect(page.locator('.ml li')).toHaveCount(mails, { timeout: 2_000 });
  }).toPass();
  await page.locator('.mbx-bar a').click();
}

for (const lang of checkedLanguages('uk')) {
  test(`a user registers, confirms, signs out, resets the password and returns (${lang})`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    const words = phrases[lang];
    const email = `olena.${lang}@example.com`;
    await page.goto(`/${lang}/?campaign=spring`);
    await page.goto(`/${lang}/register`);
    await fill(page, { email, newPassword: first, repeat: first });
    await page.locator('#acceptedTerms').check({ force: true });
    await send(page);
    await expect(page).toHaveURL(at(lang, 'confirm-email'));
    await page.getByRole('link', { name: words.confirm.openMailbox }).click();
    await expect(page).toHaveURL(at(lang, 'mailbox'));

    await openMail(page, { lang, email, mails: 1 });
    await expect(page).toHaveURL(at(lang, 'enter-id'));
    await page.goto(`/${lang}/account`);
    await expect(page.getByText(email)).toBeVisible();
    await page.locator('.ph button.btn').click();
    await expect(page).toHaveURL(at(lang, ''));
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    await page.goto(`/${lang}/login`);
    await page.getByRole('link', { name: words.login.forgot }).click();
    // The address changes at the click, the page once it is loaded.
    await expect(page.getByRole('heading', { name: words.login.forgot, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(at(lang, 'forgot-password'));
    await fill(page, { email });
    await send(page);
    await expect(page.getByRole('heading', { name: words.forgot.sentTitle })).toBeVisible();
    await openMail(page, { lang, email, mails: 2 });
    await expect(page).toHaveURL(at(lang, 'reset-password'));
    await fill(page, { newPassword: second, repeat: second });
    await send(page);
    await expect(page).toHaveURL(at(lang, 'login'));

    await fill(page, { email, password: first });
    await send(page);
    await expect(page.locator('.err-sum')).toBeVisible();
    await fill(page, { email, password: second });
    await send(page);
    await expect(page).toHaveURL(at(lang, 'enter-id'));
    expect(consoleErrors).toEqual([]);
  });
}
