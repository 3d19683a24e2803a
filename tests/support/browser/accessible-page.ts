import { expect, type Page } from '@playwright/test';
import { axeFindings, type AxeRules } from './axe-findings.ts';
import { isFullRun } from '../full-run.ts';

const widths = [1440, 390] as const;
const schemes = ['dark', 'light'] as const;

/** Console errors of the browser: errors, policy violations, failed hydration. */
export function collectConsoleErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    // An API error is an answer that the screens show; the browser logs it as well.
    const isAnswer = message.text().startsWith('Failed to load resource');
    // axe also runs in the frame of a mail, where scripts are blocked.
    const isAxe = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
    if (['error', 'warning'].includes(message.type()) && !isAnswer && !isAxe) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return consoleErrors;
}

const shots = process.env['SCREENS_TO'];

interface View {
  readonly width: (typeof widths)[number];
  readonly scheme: (typeof schemes)[number];
  /** Null: only the layout is checked. */
  readonly rules: AxeRules | null;
}

/** The wide layout, then the narrow one, and in a full run the other scheme, which changes colours only. */
const views: readonly View[] = [
  { width: 1440, scheme: 'dark', rules: isFullRun ? {} : null },
  { width: 390, scheme: 'dark', rules: {} },
  ...(isFullRun || shots ? [{ width: 390, scheme: 'light', rules: { only: ['color-contrast'] } } as const] : []),
];

/**
 * Checks the current state: no axe findings, and nothing wider than the window, down to 320 px.
 * Every page is checked by every-screen in all widths and schemes.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const view of views) await expectAccessibleAt(page, name, view);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

async function expectAccessibleAt(page: Page, name: string, { width, scheme, rules }: View): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme;
  }, scheme);
  await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  if (shots) {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${shots}/${name}-${scheme}-${width}.png`, fullPage: true });
  }
  if (rules === null) return;
  await stopColours(page);
  expect(await axeFindings(page, rules), `${name}-${scheme} at ${width}`).toEqual([]);
}

/**
 * Finishes colour transitions at once, because their intermediate colours have a contrast that no
 * user sees. A transition that ends can start those that inherit from it, and in elements laid out
 * only when near (`content-visibility`) they stand still until scrolled to: here all of them are
 * near.
 */
export async function stopColours(page: Page): Promise<void> {
  await page.evaluate(() => {
    const near = new CSSStyleSheet();
    near.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [near];
    const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let under = changing(); under.length > 0; under = changing()) for (const one of under) one.finish();
  });
}
