import { choose } from '#tests/support/browser/take-signal.ts';
import { expect } from '@playwright/test';
import { minuteMs } from '#domain/time.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { aContest, serveContest } from '#tests/support/browser/fake-contest.ts';
import { aLiveSignal, anEnteringSignal, aSettledSignal, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { test } from '#tests/support/browser/static-site.ts';

/**
 * What the page translators of browsers do: each text, as soon as it appears or changes, becomes a
 * `<font>` with another text, unless it is marked as not to be translated.
 */
function translatePage(): void {
  const isKept = (text: Node): boolean =>
    !text.parentElement || text.parentElement.closest('[translate=no], font, script, style, title, svg') !== null;
  const translate = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || isKept(text)) continue;
      const font = document.createElement('font');
      font.textContent = `~${text.data}~`;
      text.replaceWith(font);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translate(target);
      for (const added of addedNodes) translate(added);
    }
  });
  addEventListener('load', () => {
    translate(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

const tick = (price: number, second = 1) => ({
  symbol: 'EURUSD',
  price,
  bid: price,
  ask: price,
  time: iso(noon + 1_000 * second),
});

for (const [width, place] of [
  [1440, '.lc-leg .lc-px'],
  [390, '.lc-head .lc-px'],
] as const)
  test(`a translated page shows the true price and every state of a signal (${width} px)`, async ({ page }) => {
    const errors = collectConsoleErrors(page);
    await page.setViewportSize({ width, height: 900 });
    await page.clock.install({ time: noon });
    await page.addInitScript(translatePage);
    const api = await fakeApi(page, { issue: { status: 200, body: anEnteringSignal() } });
    await page.goto('/en/signal');
    await page.getByRole('button', { name: /Get signal/ }).click();
    await expect(page.locator('font', { hasText: '~EUR/USD~' }).first()).toBeAttached();
    await page.clock.runFor(5_000);
    const live = aLiveSignal({ time: iso(noon), openedAt: iso(noon), expiresAt: iso(noon + 5 * minuteMs) });
    await api.push('signal', live);
    let second = 5;
    for (const price of [1.08433, 1.08451, 1.08409, 1.08432]) {
      await expect(async () => {
        second += 1;
        await api.push('tick', tick(price, second));
        await page.clock.runFor(1_000);
        await expect(page.locator(place)).toContainText(price.toFixed(5), { timeout: 500 });
      }).toPass();
    }
    await expect(page.locator('.lc .cd').first()).toHaveText(/^\d:\d\d$/);
    await api.push('result', aSettledSignal('unsuccessful'));
    await expect(page.getByRole('heading', { name: /Loss/ })).toBeVisible();
    await page.getByRole('button', { name: /Chase the outcome/ }).click();
    await page.getByRole('button', { name: /Stop/ }).first().click();
    await page.getByRole('button', { name: /Reset signal/ }).click();
    await choose(page, /Kurs AI v1/);
    await expect(page.locator('main [role=alert]')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

test('a card whose elements an extension has removed heals by itself, and the rest of the page stands', async ({
  page,
}) => {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, { signals: [aLiveSignal({ expiresAt: iso(noon + 5 * minuteMs) })] });
  await page.goto('/en/signal');
  const price = page.locator('.lc-leg .lc-px');
  await expect(price).toBeVisible();
  const forecast = await page.locator('[data-tour=forecast]').elementHandle();
  await price.evaluate((element) => element.remove());
  await expect(async () => {
    await api.push('tick', tick(1.08451));
    await page.clock.runFor(1_000);
    await expect(price).toHaveText('1.08451', { timeout: 500 });
  }).toPass();
  expect(await forecast?.evaluate((element) => element.isConnected)).toBe(true);
});

/** A browser that names its zone `Etc/Unknown` and knows Kyiv by neither name. */
function hideZones(): void {
  const { DateTimeFormat } = Intl;
  const resolve = DateTimeFormat.prototype.resolvedOptions;
  DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolve.call(this), timeZone: 'Etc/Unknown' };
  };
  const check = (options?: Intl.DateTimeFormatOptions): void => {
    if (/Unknown|Kyiv|Kiev/.test(options?.timeZone ?? ''))
      throw new RangeError(`Invalid time zone: ${options?.timeZone}`);
  };
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, [locale, options]) => (check(options), new target(locale, options)),
    apply: (target, _self, [locale, options]) => (check(options), target(locale, options)),
  });
  const toText = Date.prototype.toLocaleString;
  Date.prototype.toLocaleString = function (locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    check(options);
    return toText.call(this, locale, options);
  };
}

test.describe('a browser that knows neither its own zone nor the operator’s', () => {
  test.use({ timezoneId: 'UTC' });

  test('shows the history, the contest and the closed market in UTC, and says so', async ({ page }) => {
    await page.clock.setFixedTime(noon);
    await page.addInitScript(hideZones);
    await fakeApi(page);
    await fakeHistory(page, someSignals(3));
    await serveContest(page, { contest: aContest(), sent: [] });
    await page.goto('/en/history');
    await expect(page.getByText('Dates and times in UTC')).toBeVisible();
    await page.goto('/en/contest');
    await expect(page.getByText('UTC time.')).toBeVisible();
  });
});
