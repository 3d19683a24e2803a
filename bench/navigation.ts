import { type Browser, chromium, type Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { createFigure, type Figure, quantile } from './figure.ts';

/** Where the menu of a phone leads a trader, in its order; from the last one back to the first. */
const sections = ['history', 'record', 'about-us', 'instruction', 'wiki', 'signal'];
const rounds = 4;
const betweenMs = 50;
/** How long a finger stays down. */
const pressedMs = 80;
/** The Event Timing API notes no event that took less. */
const shortestNotedMs = 16;

/**
 * What the page notes: how long each press waited for the frame that shows it pressed, each click
 * for the frame after what it did, and how long each page took, in ms.
 */
interface Noted {
  readonly presses: number[];
  readonly clicks: number[];
  readonly pages: number[];
}

/**
 * A signed-in trader who goes from page to page by the menu, in a browser whose processor is slowed
 * `slowdown` times: from the click of a link to the frame that shows the next page's heading, from
 * any press to the frame that shows it pressed, and from its click to the frame after what it did
 * (Event Timing API, in steps of 8 ms).
 */
export async function timeNavigation(url: string, slowdown: number): Promise<Figure[]> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ args: [...chromiumArguments], ...(executablePath && { executablePath }) });
  try {
    const page = await openSlowed(browser, url, slowdown);
    const first = await visitSections(page);
    const later: Noted[] = [];
    for (let round = 1; round < rounds; round += 1) later.push(await visitSections(page));
    const again = later.flatMap(({ pages }) => pages);
    const all = [first, ...later];
    const [presses, clicks] = [all.flatMap((one) => one.presses), all.flatMap((one) => one.clicks)];
    return [
      createFigure('a press in the app to the next page, first visit of it', 'ms', first.pages, { atMost: 300 }),
      createFigure('the same, visited before', 'ms', again, { atMost: 300 }),
      createFigure('a press to the frame that shows it pressed, p95', 'ms', [quantile(presses, 0.95)], { atMost: 50 }),
      createFigure('its click to the frame after what it did, p95', 'ms', [quantile(clicks, 0.95)], { atMost: 50 }),
    ];
  } finally {
    await browser.close();
  }
}

async function openSlowed(browser: Browser, url: string, slowdown: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en' });
  await returningVisitor(context);
  await context.addInitScript(note);
  const page = await context.newPage();
  await page.goto(`${url}/en/login`);
  await page.locator('#email').fill('demo@kurs.example');
  await page.locator('#password').fill('Kurs-demo-1');
  await page.locator('form [type=submit]').click();
  await page.locator('.model').first().waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Runs in the page, whose types this project does not know. */
const note = `(() => {
  const noted = { presses: [], clicks: [], pages: [] };
  globalThis.noted = noted;
  const kinds = { pointerdown: noted.presses, click: noted.clicks };
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) kinds[name]?.push(duration);
  });
  observer.observe({ type: 'event', durationThreshold: ${shortestNotedMs} });
  const heading = () => document.querySelector('main h1')?.textContent ?? '';
  const onClick = ({ target, timeStamp }) => {
    if (!target.closest('nav a')) return;
    const before = heading();
    const watch = () => {
      if (heading() === before || heading() === '') return void requestAnimationFrame(watch);
      // The frame that shows it has been drawn when the next task runs.
      setTimeout(() => noted.pages.push(performance.now() - timeStamp));
    };
    requestAnimationFrame(watch);
  };
  addEventListener('click', onClick, { capture: true });
})()`;

const takeNoted =
  '({ presses: noted.presses.splice(0), clicks: noted.clicks.splice(0), pages: noted.pages.splice(0) })';

async function visitSections(page: Page): Promise<Noted> {
  for (const [i, section] of sections.entries()) {
    await page.locator('.burger').click({ delay: pressedMs });
    await page.locator(`dialog nav a[href$="/${section}"]`).click({ delay: pressedMs });
    while ((await page.evaluate<number>('noted.pages.length')) <= i) await pause(betweenMs);
  }
  const { presses, clicks, pages } = await page.evaluate<Noted>(takeNoted);
  return { presses: withNotNoted(presses), clicks: withNotNoted(clicks), pages };
}

/** Two presses a section: of the menu and of a link in it. */
function withNotNoted(noted: readonly number[]): number[] {
  const count = Math.max(0, 2 * sections.length - noted.length);
  return [...noted, ...Array.from({ length: count }, () => shortestNotedMs)];
}
