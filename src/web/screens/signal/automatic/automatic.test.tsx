import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signalPaths } from '#contract/paths.ts';
import { anOutlook, aSilentOutlook, iso } from '#tests/support/browser/fake-api.ts';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { anAutoRun } from '#tests/support/browser/fake-automatic.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import AutomaticBar from './automatic-bar.tsx';
import StartDialog from './start-dialog.tsx';
import type { Automatic } from './use-automatic.ts';

const anAutomatic = (over: Partial<Automatic> = {}): Automatic => ({
  run: null,
  isRunning: false,
  start: vi.fn(() => Promise.resolve()),
  limit: vi.fn(() => Promise.resolve()),
  stop: vi.fn(() => Promise.resolve()),
  dismiss: vi.fn(),
  ...over,
});

const request = { kind: 'choice', model: 'kurs_ai_v2', interval: 5, symbol: null } as const;
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('starts with the chosen limits, and closes', async () => {
  const automatic = anAutomatic();
  const close = vi.fn();
  const user = renderPage(<StartDialog request={request} automatic={automatic} onClose={close} />);
  const [daily] = screen.getAllByRole('radiogroup');
  expect(screen.getByRole('dialog').textContent).toContain('Kurs AI');
  await user.click(screen.getByRole('radio', { name: '2' }));
  await user.click(button('Start'));
  expect(daily?.querySelectorAll('input:checked')).toHaveLength(1);
  expect(automatic.start).toHaveBeenCalledExactlyOnceWith(request, { dailyLimit: 10, stopAfterLosses: 2 });
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});

test('a run that stopped by itself says why until it is read', async () => {
  const automatic = anAutomatic();
  const run = anAutoRun({ state: 'stopped', stopReason: 'stopped_for_today' });
  const user = renderPage(<AutomaticBar run={run} automatic={automatic} active={null} />);
  expect(screen.getByText('Signals stopped for today')).toBeDefined();
  expect(screen.queryByRole('button', { name: /stop/i })).toBeNull();
  await user.click(screen.getByRole('button'));
  expect(automatic.dismiss).toHaveBeenCalledTimes(1);
});

const evening = iso(Date.parse('2026-03-03T15:00:00.000Z'));

test.each([
  ['below its threshold', aSilentOutlook('below_threshold'), /^No pair reached the signal threshold\.$/],
  ['in thin hours', aSilentOutlook('thin_hours', 52, { resumesAt: evening }), /They return at \d\d:00 your time/],
  ['before it is calibrated', aSilentOutlook('not_calibrated'), /isn’t calibrated on this market yet/],
  ['although an edge has appeared since', anOutlook(), /^New forecasts appear when a minute closes\.$/],
])('a silent run says the true reason: %s', async (_title, outlook, text) => {
  stubServer({ [`GET ${signalPaths.outlook}`]: outlook });
  const run = anAutoRun({ state: 'searching', nextSignalAt: iso(Date.now() + 48_000) });
  renderPage(<AutomaticBar run={run} automatic={anAutomatic({ isRunning: true })} active={null} />);
  expect(await screen.findByText(text)).toBeDefined();
});
