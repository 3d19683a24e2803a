import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayStopPaths, type Today } from '#contract/day-stop.ts';
import { iso, noon } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { TodayCard } from './today-card.tsx';

const midnight = iso(noon + 36_000_000);
const today: Today = {
  stoppedUntil: null,
  results: ['unsuccessful', 'successful', 'unsuccessful'],
  dayEnds: midnight,
  timezone: 'Europe/Kyiv',
};
const stopped = { ...today, stoppedUntil: midnight };
const read = `GET ${dayStopPaths.today}`;
const stop = `POST ${dayStopPaths.stop}`;
const stopButton = () => screen.queryByRole('button', { name: 'Stop for today' });

const stopDay = async () => {
  const user = renderPage(<TodayCard />);
  await user.click(await screen.findByRole('button', { name: 'Stop for today' }));
  await user.click(screen.getByRole('button', { name: 'Stop until tomorrow' }));
  return user;
};

test('counts the day’s results in words', async () => {
  stubServer({ [read]: today });
  renderPage(<TodayCard />);
  expect(await screen.findByText('Today: 1 won, 2 lost, 0 tied.')).toBeDefined();
});

test('the day is stopped after one confirmation, and the button is gone', async () => {
  stubServer({ [read]: today, [stop]: stopped });
  await stopDay();
  await waitFor(() => expect(stopButton()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});
