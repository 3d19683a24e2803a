import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { limitPaths, type LimitsAnswer } from '#contract/limits.ts';
import { iso, noon } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { LimitsCard } from './bankroll.tsx';
import { TodayCard } from './today-card.tsx';
import { useOwnLimits } from './use-own-limits.ts';

const limits = { lossesInARow: 3, lossesADay: null, signalsADay: 12 };

const answer = (over: Partial<LimitsAnswer> = {}): LimitsAnswer => ({
  limits,
  next: null,
  stopped: null,
  today: { signals: 3, losses: 2, lossesInARow: 1, results: ['unsuccessful', 'successful', 'unsuccessful'] },
  dayEnds: iso(noon + 36_000_000),
  timezone: 'Europe/Kyiv',
  ...over,
});

function Cards() {
  const flow = useOwnLimits();
  return (
    <>
      <LimitsCard flow={flow} />
      <TodayCard flow={flow} balance={200} stake={2} payout={0.82} />
    </>
  );
}

const loaded = async () => {
  const user = renderPage(<Cards />);
  await screen.findByRole('checkbox', { name: 'Losses in a row' });
  return user;
};

test('shows each limit as on or off, with its value', async () => {
  stubServer({ [`GET ${limitPaths.limits}`]: answer() });
  await loaded();
  expect(screen.getByRole('checkbox', { name: 'Losses in a row' })).toHaveProperty('checked', true);
  expect(screen.getByRole('combobox', { name: 'Losses in a row: how many' })).toHaveProperty('value', '3');
  expect(screen.getByRole('checkbox', { name: 'Losses per day' })).toHaveProperty('checked', false);
  expect(screen.queryByRole('combobox', { name: 'Losses a day: how many' })).toBeNull();
});

test('a changed limit is sent with all others, and said to hold at once', async () => {
  const changed = { ...limits, lossesInARow: 2 };
  const requests = stubServer({
    [`GET ${limitPaths.limits}`]: answer(),
    [`PUT ${limitPaths.limits}`]: answer({ limits: changed }),
  });
  const user = await loaded();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Losses in a row: how many' }), '2');
  expect(requests).toContain(`PUT ${limitPaths.limits} ${JSON.stringify(changed)}`);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Saved. In effect now.'));
});

test('limits changed one after the other are sent in their order, and shown as chosen meanwhile', async () => {
  const pending: ((limits: LimitsAnswer['limits']) => void)[] = [];
  const requests = stubServer({
    [`GET ${limitPaths.limits}`]: answer(),
    [`PUT ${limitPaths.limits}`]: () =>
      new Promise((resolve) => {
        pending.push((saved) => resolve(Response.json(answer({ limits: saved }))));
      }),
  });
  const sent = () => requests.filter((request) => request.startsWith('PUT'));
  const first = { ...limits, lossesInARow: 2 };
  const second = { ...first, signalsADay: 5 };
  const user = await loaded();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Losses in a row: how many' }), '2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Signals per day: how many' }), '5');
  expect(sent()).toHaveLength(1);
  pending[0]?.(first);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toContain(JSON.stringify(second));
  expect(screen.getByRole('combobox', { name: 'Signals per day: how many' })).toHaveProperty('value', '5');
  pending[1]?.(second);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Saved. In effect now.'));
});

test('a limit that is switched on starts at its usual value', async () => {
  const requests = stubServer({ [`GET ${limitPaths.limits}`]: answer(), [`PUT ${limitPaths.limits}`]: answer() });
  const user = await loaded();
  await user.click(screen.getByRole('checkbox', { name: 'Losses per day' }));
  expect(requests.at(-1)).toBe(`PUT ${limitPaths.limits} ${JSON.stringify({ ...limits, lossesADay: 5 })}`);
});

test('a loosened limit shows tomorrow’s value beside today’s', async () => {
  const next = { from: iso(noon + 36_000_000), limits: { ...limits, lossesInARow: 5 } };
  stubServer({ [`GET ${limitPaths.limits}`]: answer({ next }) });
  await loaded();
  expect(screen.getByText(/^from .*: 5$/)).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Losses in a row: how many' })).toHaveProperty('value', '5');
});

test('a limit that could not be saved returns to its value, with the reason', async () => {
  stubServer({
    [`GET ${limitPaths.limits}`]: answer(),
    [`PUT ${limitPaths.limits}`]: anError(503, 'internal_error', 'We are repairing it.'),
  });
  const user = await loaded();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Losses in a row: how many' }), '2');
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('We are repairing it.'));
  expect(screen.getByRole('combobox', { name: 'Losses in a row: how many' })).toHaveProperty('value', '3');
});

test('the day’s results are counted in words, its sum at the stake in dollars', async () => {
  stubServer({ [`GET ${limitPaths.limits}`]: answer() });
  await loaded();
  expect(screen.getByText(/1 .*2 /, { selector: '.sr-only' })).toBeDefined();
  // 2 × (0.82 − 1 − 1) = −2.36 dollars, 1.2 % of 200.
  expect(screen.getByText(/2\.36/)).toBeDefined();
  expect(screen.getByText(/1\.2/)).toBeDefined();
});

test('limits that could not be read are tried again', async () => {
  stubServer({ [`GET ${limitPaths.limits}`]: anError(503, 'internal_error', 'Away.') });
  const user = renderPage(<Cards />);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your limits.');
  stubServer({ [`GET ${limitPaths.limits}`]: answer() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('checkbox', { name: 'Losses in a row' })).toBeDefined();
});

const stopped = answer({ stopped: { cause: 'asked', until: iso(noon + 36_000_000) } });
const stopButton = () => screen.queryByRole('button', { name: 'Stop for today' });

test('the day is stopped after one confirmation, and the button is gone', async () => {
  stubServer({ [`GET ${limitPaths.limits}`]: answer(), [`POST ${limitPaths.stop}`]: stopped });
  const user = await loaded();
  await user.click(stopButton() as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Stop until tomorrow' }));
  await waitFor(() => expect(stopButton()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a stop that failed is shown in its dialog, and can be repeated', async () => {
  stubServer({
    [`GET ${limitPaths.limits}`]: answer(),
    [`POST ${limitPaths.stop}`]: anError(503, 'internal_error', 'We are repairing it.'),
  });
  const user = await loaded();
  await user.click(stopButton() as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Stop until tomorrow' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('We are repairing it.'));
  stubServer({ [`GET ${limitPaths.limits}`]: stopped, [`POST ${limitPaths.stop}`]: stopped });
  await user.click(screen.getByRole('button', { name: 'Stop until tomorrow' }));
  await waitFor(() => expect(stopButton()).toBeNull());
});
