import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { aLiveSignal, aWorkingStats, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';

const expiresAt = noon + 5 * minuteMs;
const signal = aLiveSignal({ time: iso(noon), openedAt: iso(noon), expiresAt: iso(expiresAt) });

const machineTime = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** How far the countdown is from the server's time left, in milliseconds, on a machine that is off by so much. */
const toError = (page: Page, offMs: number): Promise<number> =>
  page.evaluate((serverExpiry) => {
    const [minutes, seconds] = (document.querySelector('.lc [role=timer]')?.textContent ?? '').split(':').map(Number);
    const shownMs = (60 * (minutes ?? Number.NaN) + (seconds ?? Number.NaN)) * 1_000;
    return Math.abs(shownMs - (serverExpiry - Date.now()));
  }, expiresAt + offMs);

for (const hours of [-3, 3])
  test(`F15: the countdown follows the server on a machine whose clock is ${hours} h off`, async ({ page }) => {
    const offMs = hours * hourMs;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install({ time: noon + offMs });
    await fakeApi(page, { signals: [signal] });
    await page.route(`**/api/signal/workingStats`, async (route) =>
      route.fulfill({ json: aWorkingStats({ now: iso((await machineTime(page)) - offMs) }) }),
    );
    await page.goto('/en/signal');
    await expect(page.locator('.lc [role=timer]').first()).toHaveText(/^[45]:\d\d$/);
    // It is painted once a second, and rounded up to whole seconds.
    await expect.poll(() => toError(page, offMs)).toBeLessThan(2 * secondMs);
    await page.clock.runFor(2 * minuteMs);
    await expect.poll(() => toError(page, offMs)).toBeLessThan(2 * secondMs);
    // The page asks again every minute of its clock; that answer would read the time of a page that is gone.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
