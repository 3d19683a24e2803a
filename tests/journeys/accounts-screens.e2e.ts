import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { languages } from '#domain/language.ts';
import { aNewcomer, anActivation, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { type FakeState, fakeApi, iso, noon, rejection } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

interface State {
  readonly name: string;
  readonly path: string;
  readonly over: Partial<FakeState>;
  /** Steps performed on the page before it is checked. */
  readonly after?: (page: Page) => Promise<void>;
}

const visitor = { isSignedIn: false };
const waiting = (over: Parameters<typeof anActivation>[0] = {}) => ({
  accounts: fakeAccounts({ user: aNewcomer(), activation: anActivation(over) }),
});
const mail = (status: 'queued' | 'refused' | 'kept', nextAttemptAt: string | null = null) => ({
  mail: { status, queuedAt: iso(noon), nextAttemptAt },
});
const refusing = (path: string, code: 'link_invalid' | 'email_taken') => ({
  isSignedIn: false,
  accounts: fakeAccounts({ refused: { [path]: rejection(code, '') } }),
});

const submit = (page: Page) => page.locator('form [type=submit]').click();
const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
};

const states: readonly State[] = [
  {
    name: 'login-faults',
    path: 'login',
    over: visitor,
    after: async (page) => {
      await submit(page);
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
      await expect(page.locator('form [type=submit]')).toBeEnabled();
    },
  },
  {
    name: 'register-faults',
    path: 'register',
    over: visitor,
    after: async (page) => {
      await fill(page, { email: 'olena@gmial.com', newPassword: 'Password1!', repeat: 'Password2!' });
      await submit(page);
      await expect(page.locator('form .msg.err')).toHaveCount(2);
    },
  },
  {
    name: 'forgot-password-sent',
    path: 'forgot-password',
    over: visitor,
    after: async (page) => {
      await fill(page, { email: 'olena@example.com' });
      await submit(page);
      await expect(page.locator('h1:focus')).toBeVisible();
    },
  },
  { name: 'reset-password-invalid', path: 'reset-password', over: visitor },
  { name: 'confirm-email', path: 'confirm-email', over: waiting() },
  {
    name: 'confirm-email-change',
    path: 'confirm-email',
    over: waiting(mail('refused')),
    after: (page) => page.locator('.btn-g').click(),
  },
  {
    name: 'activated-email-invalid',
    path: 'activated-email?link=old',
    over: refusing('/api/auth/activate/old/registration', 'link_invalid'),
  },
  { name: 'activated-email-question', path: 'activated-email?link=a-link', over: visitor },
  { name: 'email-change', path: 'email-change?link=a-link', over: { accounts: fakeAccounts() } },
  {
    name: 'email-change-done',
    path: 'email-change?link=a-link',
    over: { accounts: fakeAccounts() },
    after: (page) => page.locator('button.btn-p').click(),
  },
  {
    name: 'account-email',
    path: 'account',
    over: { accounts: fakeAccounts() },
    after: async (page) => {
      await page.locator('.lucide-at-sign').click();
      await expect(page.locator('dialog')).toBeVisible();
    },
  },
];

/** every-screen checks the screens as they open; this file checks their states, in the languages in turn. */
for (const [index, { name, path, over, after }] of states.entries()) {
  for (const lang of checkedLanguages(languages[index % languages.length] ?? 'uk')) {
    test(`${name} is sound in ${lang}`, async ({ page }) => {
      const consoleErrors = collectConsoleErrors(page);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.clock.setFixedTime(noon);
      await fakeApi(page, structuredClone({ ...over }));
      await page.goto(`/${lang}/${path}`);
      await expect(page.locator('h1')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await after?.(page);
      await expectAccessible(page, `${name}-${lang}`);
      expect(consoleErrors).toEqual([]);
    });
  }
}
