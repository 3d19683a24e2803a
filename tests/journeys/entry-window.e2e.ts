import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { aLiveSignal, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { openView, views } from '#tests/support/browser/views.ts';

/** Ahead of the clock, so that a slow machine still sees it open: that ends half a minute later. */
const issuedAt = noon + 30_000;
const signal = aLiveSignal({ time: iso(issuedAt), openedAt: iso(issuedAt), expiresAt: iso(issuedAt + 300_000) });

async function open(page: Page, lang: string): Promise<void> {
  await page.clock.install({ time: noon });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fakeApi(page, { signals: [signal] });
  await page.goto(`/${lang}/signal`);
}

/** Every text of the live region, in order. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const listen = (): void => {
      const text = document.querySelector('output.sr-only')?.textContent;
      if (text && text !== said.at(-1)) said.push(text);
      document.documentElement.dataset['said'] = JSON.stringify(said);
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => JSON.parse(document.documentElement.dataset['said'] ?? '[]'));
}

const state = (page: Page, name: string) => page.getByText(name, { exact: true });
const desk = 'http://localhost:3001/desk';

for (const view of views)
  test(`an entry is advised for half a minute, then it is too late, and the end is announced (${view.name})`, async ({
    page,
  }) => {
    const { t, f } = await openView(page, view);
    const consoleErrors = collectConsoleErrors(page);
    const announcements = await recordAnnouncements(page);
    await open(page, view.lang);
    const toBroker = page.locator('a.btn:visible', { hasText: t('flow.broker.open') });
    await expect(state(page, t('flow.entry.now'))).toBeVisible();
    await expect(page.getByText(t('flow.entry.left', { seconds: 30 }), { exact: true })).toBeVisible();
    await expect(toBroker).toHaveClass(/btn-p/);
    await expect(toBroker).toHaveAttribute('target', '_blank');
    await expect(toBroker).toHaveAttribute('href', `${desk}?symbol=EURUSD&minutes=5&direction=up`);
    await page.clock.runFor(62_000);
    await expect(state(page, t('flow.entry.late'))).toBeVisible();
    await expect(toBroker).toHaveClass(/btn-s/);
    await page.clock.runFor(260_000);
    const found = { pair: 'EUR/USD', direction: t('signal.up'), chance: f.count(57) };
    // The stream of the fake server never opens, which is announced after forty seconds.
    const silent = t('signal.serverSilent');
    const ends = [t('signal.announce.minuteLeft'), t('signal.announce.tenLeft')];
    await expect.poll(announcements).toEqual([t('signal.announce.found', found), silent, ...ends]);
    expect(consoleErrors).toEqual([]);
  });

test('the stake follows the trader’s own rule, and without one there is a link to set it', async ({ page }) => {
  await open(page, 'uk');
  await page.getByRole('link', { name: 'Задати правило ставки' }).click();
  await page.getByRole('slider').fill('3');
  await page.getByRole('button', { name: 'Зробити моїм правилом' }).click();
  await expect(page.getByText('Ваше правило: 3 %.')).toBeVisible();
  await page.getByRole('slider').fill('8');
  await page.goto('/uk/signal');
  const stake = page.getByRole('paragraph').filter({ hasText: 'ставка за вашим правилом, 3 %' });
  await expect(stake).toContainText('$3,73');
  await expect(page.getByRole('link', { name: 'Задати правило ставки' })).toHaveCount(0);
});
