import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { recordPaths } from '#contract/paths.ts';
import type { MonthCoverage } from '#contract/record/views.ts';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { CoverageCard } from './coverage-card.tsx';

beforeAll(() => Promise.all([loadPhrases('en'), loadPhrases('uk')]));

const month: MonthCoverage = {
  month: '2026-11',
  minutes: 0,
  gaps: { closed: 0, stopped: 0, late: 0, no_forecast: 0 },
  signals: 0,
  practice: 0,
  voids: { no_entry_tick: 0, no_closing_tick: 0, feed_gap: 0, operator: 0 },
};

const show = (ends: Partial<MonthCoverage>, address = '/en'): void => {
  stubServer({ [`GET ${recordPaths.coverage}`]: { months: [{ ...month, ...ends }] } });
  renderPage(<CoverageCard />, address);
};
const lineWith = async (word: RegExp): Promise<string | undefined> =>
  (await screen.findByText(word, { selector: 'dd *' })).closest('dd > *')?.textContent;

test.each([
  [{ signals: 1, practice: 2 }, '1 signal and 2 practice forecasts, 0% not counted'],
  [{ signals: 2, practice: 2 }, '2 signals and 2 practice forecasts, 0% not counted'],
  [{ practice: 2, voids: { ...month.voids, feed_gap: 1 } }, '2 practice forecasts, 50.00% not counted'],
  [{ signals: 3 }, '3 signals, 0% not counted'],
])('%j reads: %s', async (ends, text) => {
  const errors = vi.spyOn(console, 'error');
  show(ends);
  expect((await lineWith(/not counted/))?.replace('gap in the prices: 1', '')).toBe(text);
  expect(errors).not.toHaveBeenCalled();
});

test('in Ukrainian both are counted too', async () => {
  show({ signals: 1, practice: 2 }, '/uk');
  expect(await lineWith(/не зараховано/)).toMatch(/^1 сигнал і.2 прогнози практики, 0.% не зараховано$/);
});

test('a month without any says so', async () => {
  show({});
  expect(await screen.findByText('No signals.')).toBeDefined();
});
