import { expect, type Page, test } from '@playwright/test';
import { ModelFigures } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { RecordSummary } from '#contract/record-views.ts';
import { languages } from '#domain/language.ts';
import { consoleErrorsOf, expectAccessible } from '#tests/support/accessible-page.ts';
import { fakeApi, iso, noon } from '#tests/support/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/fake-record.ts';
import { type StaticSite, startStaticSite } from '#tests/support/static-site.ts';

let site: StaticSite;
test.beforeAll(async () => {
  site = await startStaticSite();
});
test.afterAll(() => site.close());

const noSignals = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const noRate = { winRate: null, low: null, high: null, rank: null, calibration: [], flagged: false, flag: null };
const played = { minutes: 2_861, from: iso(noon - 172_800_000), to: iso(noon - 660_000) };

/** A record that holds shadow forecasts alone, as on the first day of a demo. */
async function serveFirstDay(page: Page): Promise<void> {
  const record = fakeRecord({ signals: 60 });
  const body = (path: string) => record.answer(path, new URLSearchParams())?.body;
  const models = ModelFigures.array()
    .parse(body(recordPaths.models))
    .map((figures) => ({ ...figures, ...noSignals, ...noRate }));
  const summary = RecordSummary.parse({ ...Object(body(recordPaths.summary)), played });
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, fakeRecord({ signals: 0 }));
  await page.route(`**${recordPaths.models}*`, (route) => route.fulfill({ json: models }));
  await page.route(`**${recordPaths.summary}`, (route) => route.fulfill({ json: summary }));
}

test('the record without signals opens on the shadow forecasts and marks the played minutes', async ({ page }) => {
  await serveFirstDay(page);
  await page.goto(`${site.address}/en/record`);
  await expect(page.getByRole('radio', { name: 'Shadow forecasts' })).toBeChecked();
  await expect(page.locator('.lb')).toContainText('57.5%');
  const note = page.getByText('2,861 minutes were played at the start on the simulated market: proven by nobody.');
  await expect(note).toHaveCount(2);
  await page.locator('#calibration-title').evaluate((title) => title.scrollIntoView());
  await page.locator('footer').first().scrollIntoViewIfNeeded();
  await expect(page.getByText('computed after their results: proven by nobody')).toBeVisible();
});

test('a source chosen in the address wins', async ({ page }) => {
  await serveFirstDay(page);
  await page.goto(`${site.address}/en/record?source=people`);
  await expect(page.locator('.lb')).toContainText('not enough results');
  await expect(page.getByRole('radio', { name: 'Issued signals' })).toBeChecked();
  await page.locator('label', { hasText: 'Shadow forecasts' }).click();
  await expect(page).toHaveURL(/source=shadow/);
});

for (const lang of languages)
  test(`the record of the first day is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await serveFirstDay(page);
    await page.goto(`${site.address}/${lang}/record`);
    await expect(page.locator('.rec-played')).toHaveCount(2);
    await expectAccessible(page, `record-first-day-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
