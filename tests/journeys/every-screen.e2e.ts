import { type BrowserContext, expect, type Page, type Request, type Route } from '@playwright/test';
import { type Language, languages } from '#domain/language.ts';
import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { axeFindings, type AxeRules } from '#tests/support/browser/axe-findings.ts';
import { demoAccount, testOnNewProduct as test } from '#tests/support/browser/product-test.ts';
import { collectConsoleErrors, stopColours } from '#tests/support/browser/accessible-page.ts';
import { pages } from '#web/routes.ts';

// The longest of the journeys: both workers run part of it.
test.describe.configure({ mode: 'parallel' });

const examples: Readonly<Record<string, string>> = {
  'wiki/:slug': `wiki/${wikiSlugs[0]}`,
  'record/:index': 'record/0',
  '*': 'no-such-page',
};

/**
 * Every address of the table of pages. Articles share one template (checked by wiki.test.ts), so
 * only the longest is visited; `*` is an unknown address. A signal's file and a user's page need one:
 * admin-screens and operator-console check them.
 */
const addresses = pages
  .filter(({ path }) => !['admin/signals/file', 'admin/users/:id'].includes(path))
  .map(({ path, isOwn = false }) => ({ path: examples[path] ?? path, isOwn }));

interface View {
  readonly scheme: 'dark' | 'light';
  readonly theme: 'halloween' | 'basic';
  readonly width: number;
  readonly rules: AxeRules;
}

/**
 * Combinations in which each page is checked: colours and decorations vary together, so that each
 * is combined with both widths. Outside of a full run a page is checked in one language: hardly a
 * rule depends on the words.
 */
const views: readonly View[] = [
  { scheme: 'dark', theme: 'halloween', width: 1440, rules: {} },
  { scheme: 'dark', theme: 'halloween', width: 390, rules: {} },
  { scheme: 'light', theme: 'basic', width: 390, rules: { only: ['color-contrast'] } },
  { scheme: 'light', theme: 'basic', width: 1440, rules: { only: ['color-contrast'] } },
];

const shots = process.env['SCREENS_TO'];
const viewsIn = (lang: Language, path: string) =>
  isFullRun || shots || lang === (path.startsWith('admin') ? 'en' : 'uk') ? views : [];

/** Each page is loaded at each width in one language; in a full run in all of them. */
const loadedAt = { uk: [390], en: [1440], ru: [320] } as const;
const widthsIn = (lang: Language): readonly number[] => (isFullRun ? Object.values(loadedAt).flat() : loadedAt[lang]);

for (const lang of languages) {
  for (const isOwn of [false, true]) {
    test(`every ${isOwn ? 'own' : 'public'} screen in ${lang} stays still while it loads, and is sound in both themes, schemes and widths`, async ({
      context,
      page,
    }) => {
      test.setTimeout(300_000);
      await context.addInitScript(() => localStorage.setItem('app-theme', 'halloween'));
      if (isOwn) await signIn(context);
      await context.addInitScript(recordLayoutShifts);
      if (isOwn) await context.route('**/api/refresh', answerOnceSeen);
      const consoleErrors = collectConsoleErrors(page);
      for (const { path } of addresses.filter((address) => address.isOwn === isOwn && isIn(lang, address))) {
        for (const width of widthsIn(lang)) {
          await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
          await page.goto(`/${lang}/${path}`);
          await expect(page.locator('h1, [role="alert"] h1, dialog').first(), path).toBeVisible();
          expect.soft(await settledLayoutShift(page), `${path} at ${width} px`).toBeLessThanOrEqual(0.02);
        }
        await expectAccessible(page, { path, lang });
        expect.soft(consoleErrors.splice(0), path).toEqual([]);
      }
    });
  }
}

/** The operator's pages are in English. */
const isIn = (lang: Language, { path }: { readonly path: string }): boolean =>
  lang === 'en' || !path.startsWith('admin');

/** The user's name arrives once the page is seen waiting for it, as with a slow connection. */
async function answerOnceSeen(route: Route, request: Request): Promise<void> {
  await request.frame().locator('.loader, h1').first().waitFor();
  await route.continue();
}

/** Sums up the layout shifts that no input caused, as the browser scores them. */
function recordLayoutShifts(): void {
  const sum = (entries: PerformanceEntryList): number =>
    entries.reduce((total, entry) => total + ('value' in entry ? Number(entry.value) : 0), 0);
  new PerformanceObserver((list) => {
    const before = Number(document.documentElement.dataset['shift'] ?? 0);
    document.documentElement.dataset['shift'] = String(before + sum(list.getEntries()));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The sum of the shifts once nothing is loading and the page no longer grows. */
async function settledLayoutShift(page: Page): Promise<number> {
  await expect(page.locator('main .loader:visible')).toHaveCount(0);
  let before = -1;
  const isStill = async (): Promise<boolean> =>
    before === (before = await page.evaluate(() => document.documentElement.scrollHeight));
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
  return page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/api/login', { data: demoAccount });
  expect(answer.status()).toBe(200);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await context.addInitScript((token) => localStorage.setItem('token', token), accessToken);
}

async function expectAccessible(page: Page, { path, lang }: { path: string; lang: Language }): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  // A missing phrase is rendered as its key.
  expect(await page.locator('body').innerText(), path).not.toMatch(/\b(common|home|signal|admin)\.[a-z]+\.[a-zA-Z]+\b/);
  for (const { scheme, theme, width, rules } of viewsIn(lang, path)) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      ([colours, decorations]) => {
        document.documentElement.dataset['theme'] = colours;
        document.body.className = document.body.className.replace(/theme-\w+/, `theme-${decorations}`);
      },
      [scheme, theme] as const,
    );
    await stopColours(page);
    if (shots)
      await page.screenshot({
        path: `${shots}/${path.replaceAll('/', '-') || 'home'}-${lang}-${scheme}-${width}.png`,
        fullPage: true,
      });
    expect.soft(await axeFindings(page, rules), `${path} ${lang} ${scheme} ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${path} at 320 px` })
    .toBeLessThanOrEqual(320);
}
