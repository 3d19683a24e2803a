import { expect, type Page } from '@playwright/test';
import { languages } from '#domain/language.ts';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLiveSignal,
  aSettledSignal,
  aSilentOutlook,
  aWorkingStats,
  type FakeState,
  fakeApi,
  iso,
  noon,
  noSignal,
} from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { openView, views } from '#tests/support/browser/views.ts';

const start = noon + 5_000;
const live = aLiveSignal({ time: iso(start), openedAt: iso(start), expiresAt: iso(start + 300_000) });

const tick = (price: number) => ({ symbol: 'EURUSD', price, bid: price, ask: price, time: iso(noon + 6_000) });

/** A running signal; every DELETE that the browser sends is collected. */
async function open(page: Page, lang: string, over: Partial<FakeState> = {}) {
  await page.clock.install({ time: noon });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const deleted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(request.url());
  });
  const api = await fakeApi(page, { signals: [live], stats: aWorkingStats({ now: iso(noon) }), ...over });
  await page.goto(`/${lang}/signal`);
  await expect(page.getByRole('timer')).toBeVisible();
  return { api, deleted };
}

for (const view of views)
  test(`a reset asks while the signal runs at a loss, can be undone, and is sent ten seconds later (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    const { api, deleted } = await open(page, view.lang);
    const reset = page.locator('.lc').getByRole('button', { name: t('flow.reset') });
    const undo = page.getByRole('button', { name: t('signal.resetting.undo') });
    await api.push('tick', tick(1.0851));
    await expect(page.locator('.lc-px').filter({ visible: true }).first()).toHaveText('1.08510');
    await reset.click();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await undo.click();
    await expect(page.getByRole('timer')).toBeVisible();
    await page.clock.runFor(11_000);
    expect(deleted).toEqual([]);

    await api.push('tick', { ...tick(1.084), time: iso(noon + 7_000) });
    await expect(page.locator('.lc-px').filter({ visible: true }).first()).toHaveText('1.08400');
    await reset.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: t('signal.resetting.title') })).toBeVisible();
    await dialog.getByRole('button', { name: t('signal.resetting.keep') }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await reset.click();
    await dialog.getByRole('button', { name: t('flow.reset') }).click();
    await expect(undo).toBeVisible();
    await page.clock.runFor(9_000);
    expect(deleted).toEqual([]);
    await page.clock.runFor(2_000);
    await expect(undo).toHaveCount(0);
    await expect.poll(() => deleted).toHaveLength(1);
    const previous = await page.evaluate(() => localStorage.getItem('prevSignal'));
    expect(previous).toContain('"symbol":"EURUSD"');
  });

test('a reset that waits is sent when the page is left, in a request that outlives it', async ({ page }) => {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (path, init) => {
      if (init?.method === 'DELETE') document.title = `keepalive: ${init.keepalive}`;
      return send(path, init);
    };
  });
  const { api, deleted } = await open(page, 'uk');
  await api.push('tick', tick(1.0851));
  await expect(page.locator('.lc-px').filter({ visible: true }).first()).toHaveText('1.08510');
  await page.locator('.lc').getByRole('button', { name: 'Скинути сигнал' }).click();
  await expect(page.getByRole('button', { name: 'Повернути' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect(page).toHaveTitle('keepalive: true');
  expect(deleted).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Повернути' })).toHaveCount(0);
});

/** Stands for a browser with windows that are always on top: an empty frame of their size. */
function fakePictureInPicture(): void {
  const requestWindow = ({ width, height }: { width: number; height: number }) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { id: 'small', width: String(width), height: String(height) });
    document.body.append(frame);
    const opened = frame.contentWindow as Window;
    opened.close = () => frame.remove();
    return Promise.resolve(opened);
  };
  Object.defineProperty(globalThis, 'documentPictureInPicture', { value: { requestWindow } });
}

for (const view of views)
  test(`the small window counts with the signal, shows its result and closes a minute later (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    const consoleErrors = collectConsoleErrors(page);
    await page.addInitScript(fakePictureInPicture);
    const { api } = await open(page, view.lang);
    await page.getByRole('button', { name: t('flow.small.open') }).click();
    const small = page.frameLocator('#small');
    await expect(small.getByText('EUR/USD')).toBeVisible();
    await expect(small.getByText(t('signal.up'))).toBeVisible();
    await expect(small.getByText(t('flow.entry.now'))).toBeVisible();
    await expect(small.locator('.cd')).toHaveText(/^(5:00|4:5\d)$/);
    await page.clock.runFor(66_000);
    await expect(small.locator('.cd')).toHaveText(/^[34]:\d\d$/);
    await expect(small.getByText(t('flow.entry.late'))).toBeVisible();
    await api.push('result', { ...aSettledSignal('successful'), expiresAt: iso(noon + 66_000) });
    await expect(small.getByText(t('common.outcome.successful'))).toBeVisible();
    await expect(small.getByRole('button', { name: t('flow.result.another') })).toBeVisible();
    await page.clock.runFor(61_000);
    await expect(page.locator('#small')).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });

test('the small window goes on with the watch for another signal, and closes with it', async ({ page }) => {
  await page.addInitScript(fakePictureInPicture);
  const { api } = await open(page, 'en', {
    outlook: aSilentOutlook('below_threshold', 52.6),
    issue: noSignal('below_threshold'),
  });
  await page.getByRole('button', { name: 'Keep on top: small window' }).click();
  await page.clock.runFor(66_000);
  await api.push('result', { ...aSettledSignal('successful'), expiresAt: iso(noon + 66_000) });
  const small = page.frameLocator('#small');
  await small.getByRole('button', { name: 'Another signal' }).click();
  await expect(small.getByText('Watching')).toBeVisible();
  await expect(small.getByText(/^Next look in/)).toBeVisible();
  await expect(small.getByText(/^needs \d\d/)).toBeVisible();
  await expect(small.getByText(/^short by \d$/)).toBeVisible();
  await expect(small.getByText('Won', { exact: true })).toHaveCount(0);
  await page.clock.runFor(61_000);
  await expect(small.getByText('Watching')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#small')).toHaveCount(0);
});

test('without windows on top it is a popup, and without popups the title of the tab counts', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'documentPictureInPicture'));
  await open(page, 'en');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Keep on top: small window' }).click();
  const small = await popup;
  await expect(small.getByText('Enter now')).toBeVisible();
  await expect(small.locator('.pip')).toHaveCSS('display', 'grid');
  await small.close();
  await page.evaluate(() => {
    globalThis.open = () => null;
  });
  await page.getByRole('button', { name: 'Keep on top: small window' }).click();
  await expect(page).toHaveTitle(/^[45]:\d\d ↑ EUR\/USD$/);
});

for (const lang of languages)
  test(`on a phone on its side the whole signal is in the window, without the header (${lang})`, async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await open(page, lang);
    for (const seen of ['timer', 'link'] as const)
      await expect(page.locator('.lc').getByRole(seen).filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.life')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.hd .logo')).toBeHidden();
    await expect(page.locator('.hd [aria-haspopup=dialog]')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectAccessible(page, `landscape-${lang}`);
  });
