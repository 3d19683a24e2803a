import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ModelState } from '#contract/record/cards.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { PastResults } from './model-info.tsx';

type Card = NonNullable<ModelState['card']>;

const months = { from: '2018-10-01', to: '2018-12-31' };
const own = { count: 17_456, real: 0.5567, low: 0.5492, high: 0.5641 };
const calibrated = { count: 11_631, real: 0.5616, low: 0.5436, high: 0.5797 };

async function toRows(byDay: Card['byDay']): Promise<(string | null)[]> {
  await renderPage(<PastResults card={{ ...months, byDay }} />);
  await expect.element(page.getByText(/took no part in training/)).toBeInTheDocument();
  return page
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
}

test('the past stands as the file states it and as calibrated, each with its interval and count', async () => {
  const rows = await toRows([{ duration: 5, ...own, calibrated }]);
  expect(rows[0]).toBe('Durationas in its filecalibrated daily');
  expect(rows[3]).toBe('5\u00a0min55.7% (54.9–\u206056.4%) of 17,45656.2% (54.4–\u206058.0%) of 11,631');
});

test('a duration without signals says so, and too few calibrated ones have no rate', async () => {
  const rows = await toRows([{ duration: 5, ...own, calibrated: null }]);
  expect(rows[1]).toBe('2\u00a0mingave no signal');
  expect(rows[3]).toBe('5\u00a0min55.7% (54.9–\u206056.4%) of 17,456–');
});

test('a model without signals by day has no table', async () => {
  expect(await toRows([])).toEqual([]);
  await expect.element(page.getByText('It gave no signal.')).toBeInTheDocument();
});
