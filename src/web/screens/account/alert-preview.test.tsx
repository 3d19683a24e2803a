import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertPaths } from '#contract/paths.ts';
import type { AlertPreview as Preview, AlertSettings } from '#contract/alerts.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { Page } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { AlertPreview } from './alert-preview.tsx';

const path = `POST ${alertPaths.preview}`;
const none = { successful: 0, unsuccessful: 0, neutral: 0, void: 0, winRate: null, low: null, high: null };
const weekAgo = '2026-03-01T00:00:00.000Z';
const few: Preview = { minutes: 7200, since: weekAgo, alerts: 3, ...none, successful: 1, unsuccessful: 1, void: 1 };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-08T00:00:00.000Z'), shouldAdvanceTime: true });
  // Files share the clock, and another one may have set it by a fake server.
  vi.spyOn(serverClock, 'now').mockImplementation(() => Date.now());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const toRule = (change: Partial<AlertSettings> = {}): AlertSettings => ({
  ...noAlerts,
  channels: [],
  models: [],
  symbols: [],
  durations: [],
  ...change,
});
const show = (rule = toRule()) => render(<AlertPreview rule={rule} />, { wrapper: Page });

test('states how many alerts there would have been and how they ended, without a rate while there are few', async () => {
  stubServer({ [path]: few });
  show();
  expect(await screen.findByText('This rule would have alerted you 3 times.')).toBeDefined();
  expect(screen.getByText('1 won, 1 lost, 0 tied, 1 not counted.')).toBeDefined();
  expect(
    screen.getByText('Not enough results for a win rate: we show one from 100 in at least 20 hours.'),
  ).toBeDefined();
});

test('states the win rate with its interval once there are enough', async () => {
  const rate = { alerts: 220, successful: 120, unsuccessful: 100, winRate: 0.5454, low: 0.47, high: 0.61 };
  stubServer({ [path]: { ...few, ...rate } });
  show();
  expect(await screen.findByText('Win rate 54.5%, 95% interval 47.0% to 61.0%.')).toBeDefined();
});

test('follows the rule once it has not changed for a moment', async () => {
  const requests = stubServer({ [path]: few });
  const { rerender } = show();
  await screen.findByText(/3 times/);
  for (const minPassability of [5, 55, 56.5, 57]) rerender(<AlertPreview rule={toRule({ minPassability })} />);
  await act(() => vi.advanceTimersByTimeAsync(500));
  const isBusy = () => screen.getByRole('region').getAttribute('aria-busy');
  await waitFor(() => expect([requests.length, isBusy()]).toEqual([2, 'false']));
  expect(requests[1]).toContain('"minPassability":57');
});

test('asks nothing for a number that is missing', async () => {
  const requests = stubServer({ [path]: few });
  show(toRule({ perHour: Number.NaN }));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(requests).toEqual([]);
});

test('says that there is nothing yet, and since when there is something', async () => {
  stubServer({ [path]: { ...few, ...none, minutes: 0, since: null, alerts: 0 } });
  const { unmount } = show();
  expect(await screen.findByText('No settled forecasts of these days are on the record yet.')).toBeDefined();
  unmount();
  stubServer({ [path]: { ...few, since: '2026-03-07T23:00:00.000Z' } });
  show();
  expect(await screen.findByText(/^Forecasts are on the record since/)).toBeDefined();
});

test('says that it could not be loaded', async () => {
  stubServer({ [path]: anError(429, 'rate_limited', 'Not now.') });
  show();
  expect(await screen.findByText('Couldn’t count the last seven days.')).toBeDefined();
});
