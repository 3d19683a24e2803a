import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Today } from '#contract/day-stop.ts';
import { iso, noon } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { TodayCard } from './today-card.tsx';

const midnight = iso(noon + 36_000_000);
const today: Today = {
  stoppedUntil: null,
  results: ['unsuccessful', 'successful', 'unsuccessful'],
  dayEnds: midnight,
  timezone: 'Europe/Kyiv',
};
const stopped = { ...today, stoppedUntil: midnight };
const read = 'GET /api/today';
const stop = 'POST /api/today/stop';
const stopButton = () => page.getByRole('button', { name: 'Stop for today' });

const stopDay = async () => {
  await renderPage(<TodayCard />);
  await page.getByRole('button', { name: 'Stop for today' }).click();
  await page.getByRole('button', { name: 'Stop until tomorrow' }).click();
};

test('counts the day’s results in words', async () => {
  stubServer({ [read]: today });
  await renderPage(<TodayCard />);
  await expect.element(page.getByText('Today: 1 won, 2 lost, 0 tied.')).toBeInTheDocument();
});

test('the day is stopped after one confirmation, and the button is gone', async () => {
  stubServer({ [read]: today, [stop]: stopped });
  await stopDay();
  await expect.element(stopButton()).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
