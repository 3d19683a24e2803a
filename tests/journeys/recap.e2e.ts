import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { fakeApi, noon, rejection } from '#tests/support/browser/fake-api.ts';
import { emptyDay, newestDay } from '#tests/support/browser/fake-recap.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

interface Opening {
  readonly lang?: Language;
  readonly path?: string;
  readonly isSignedIn?: boolean;
}

async function open(page: Page, { lang = 'uk', path = 'recap', isSignedIn = false }: Opening = {}) {
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, { isSignedIn });
  await serveRecord(page, fakeRecord({ signals: 20 }));
  await page.goto(`/${lang}/${path}`);
  await untilHydrated(page);
  return api;
}

const models = (page: Page) => page.locator('section[aria-labelledby="models-title"] li');

for (const lang of checkedLanguages('en')) {
  test(`the recap in ${lang} is sound and shows losses as plainly as wins`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, { lang });
    await expect(models(page)).toHaveCount(3);
    await expect(page.locator(`time[datetime="${newestDay}"]`)).toBeVisible();
    for (const [card, percent] of [
      ['best', '63'],
      ['worst', '66'],
    ])
      await expect(page.locator(`section[aria-labelledby="${card}-title"]`)).toContainText(percent ?? '');
    await expect(page.locator('section[aria-labelledby="lesson-title"] .note')).toContainText('2');
    await expect(page.locator('section[aria-labelledby="best-title"] time')).toHaveText(/\d UTC$/);
    await expectAccessible(page, `recap-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('a rate is shown only with enough outcomes, and every statement leads to its entry', async ({ page }) => {
  await open(page);
  const first = models(page).first();
  await expect(first).toContainText('Частки не показуємо');
  await expect(first).toContainText('Частка виграшів 55,8');
  await page.getByRole('link', { name: 'Запис № 4 у журналі' }).click();
  await expect(page).toHaveURL(/\/uk\/record\?entry=4$/);
});

test('days are one link apart, and a day that is empty or not closed says so', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('link', { name: 'Наступний день' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Попередній день' }).click();
  await expect(page).toHaveURL(/\?day=2026-11-16$/);
  // The address changes before the page does.
  const previous = page.getByRole('link', { name: 'Попередній день' });
  await expect(previous).toHaveAttribute('href', new RegExp(`day=${emptyDay}$`));
  await previous.click();
  await expect(page).toHaveURL(new RegExp(`day=${emptyDay}$`));
  await expect(page.getByRole('status').filter({ hasText: 'нічого немає' })).toBeVisible();
  await expectAccessible(page, 'recap-empty');
  await page.goto('/uk/recap?day=2026-11-18');
  await page.getByRole('link', { name: 'До останнього підсумку' }).click();
  await expect(models(page)).toHaveCount(3);
});

for (const view of views)
  test(`a followed model comes first, in the record and here, until the user signs out (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    await open(page, { lang: view.lang, path: 'record', isSignedIn: true });
    const star = page.getByRole('button', { name: t('record.follow', { model: 'VIP Indicator' }) });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('recap.title') })
      .click();
    await expect(models(page).first()).toContainText('VIP Indicator');
    await expect(models(page).first()).toContainText(t('recap.followed'));
    if (view.lang === 'uk') await expectAccessible(page, `recap-followed-${view.width}`);
    await page.goto(`/${view.lang}/account`);
    await page
      .getByRole('button', { name: t('account.signOut') })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('followed-models'))).toBeNull();
  });

const mails = views.flatMap((seen) => (['recap', 'digest'] as const).map((name) => ({ view: seen, name })));
for (const { view, name } of mails)
  test(`the ${name} by mail is off until it is turned on, and its link ends it (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const api = await open(page, { lang: view.lang, path: 'account/alerts', isSignedIn: true });
    const mail = page.getByRole('switch', { name: t(`account.mails.${name}.label`) });
    await expect(mail).not.toBeChecked();
    await mail.click();
    await expect(mail).toBeChecked();
    expect(api.accounts[`${name}Mail`]).toEqual({ isOn: true });
    await page.reload();
    await expect(mail).toBeChecked();
    await page.goto(`/${view.lang}/unsubscribe?mail=${name}&token=a-token`);
    const stop = page.getByRole('button', { name: t('recap.unsubscribe.button') });
    await expect(stop).toBeVisible();
    expect(api.accounts[`${name}Mail`]).toEqual({ isOn: true });
    await stop.click();
    await expect(page.getByRole('heading', { name: t('recap.unsubscribe.doneTitle') })).toBeFocused();
    expect(api.accounts[`${name}Mail`]).toEqual({ isOn: false });
  });

for (const view of views)
  test(`the link of an alert by mail asks, and then turns the mails off (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const api = await open(page, { lang: view.lang, path: 'unsubscribe?mail=alerts&token=a-token' });
    await expect(page.getByRole('heading', { name: t('recap.unsubscribe.alerts.title') })).toBeVisible();
    await page.getByRole('button', { name: t('recap.unsubscribe.button') }).click();
    await expect(page.getByText(t('recap.unsubscribe.alerts.doneText'))).toBeVisible();
    expect(api.accounts.sent.map(({ path }) => path)).toContain('/api/user/alert-mail/unsubscribe/a-token');
  });

for (const lang of checkedLanguages('uk')) {
  test(`the page that ends the mail is sound in ${lang}, and says when its link does not work`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    const api = await open(page, { lang, path: 'unsubscribe?token=x' });
    api.accounts.refused = { '/api/user/recap-mail/unsubscribe/x': rejection('link_invalid', '') };
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expectAccessible(page, `unsubscribe-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}
