import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { SignalStats } from '#contract/statistics.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { Groups } from './groups.tsx';

beforeAll(() => loadPhrases('en'));

const tally = { total: 6, successful: 3, neutral: 2, unsuccessful: 1, void: 0, winRate: 0.75 };
const stats: SignalStats = {
  ...tally,
  practice: tally,
  removed: 0,
  byModel: [{ ...tally, aiModel: 'vip', low: null, high: null }],
  bySymbol: [],
  byHour: [],
  calibration: [],
};

test('each count of a group follows the mark of its outcome', () => {
  renderPage(<Groups stats={stats} />);
  const counts = screen.getAllByText(/^[321]$/).map((count) => count.closest('span'));
  expect(counts.map((count) => count?.textContent)).toEqual(['3', '2', '1']);
  expect(counts.map((count) => count?.firstElementChild?.tagName)).toEqual(['svg', 'svg', 'svg']);
  expect(within(screen.getByRole('listitem')).getByText('VIP Indicator')).toBeDefined();
});
