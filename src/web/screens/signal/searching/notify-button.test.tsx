import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertPaths } from '#contract/paths.ts';
import type { Watch } from '#contract/alerts.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { NotifyButton } from './notify-button.tsx';

const now = Date.parse('2026-03-03T15:00:00.000Z');
const watched = { aiModel: 'kurs_ai_v2', symbol: null, interval: 5 } as const;
const watch: Watch = {
  until: '2026-03-03T16:00:00.000Z',
  aiModel: 'kurs_ai_v2',
  symbol: null,
  interval: 5,
  channels: ['push'],
};
const noWatch = { [`GET ${alertPaths.watch}`]: { watch: null } };
const button = () => screen.findByRole('button', { name: 'Tell me when there is an edge' });
const status = () => screen.getByRole('status').textContent;
const sent = (requests: readonly string[]) => requests.filter((one) => !one.startsWith('GET'));

const endpoint = 'https://push.example/1';
const keys = { p256dh: 'public', auth: 'secret' };
let answerOfBrowser: NotificationPermission;
/** The worker of this browser while it is being installed, after its registration. */
let installing: EventTarget & { state: ServiceWorkerState };

beforeEach(() => {
  answerOfBrowser = 'granted';
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => answerOfBrowser });
  installing = Object.assign(new EventTarget(), { state: 'installing' as const });
  registerAs({ active: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
});

function registerAs(workers: { active: object } | { installing: object }): void {
  const pushManager = { subscribe: async () => ({ toJSON: () => ({ endpoint, keys }) }) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => ({ ...workers, pushManager }) },
  });
}

function finishInstalling(state: ServiceWorkerState): void {
  installing.state = state;
  installing.dispatchEvent(new Event('statechange'));
}

test('one press allows notifications, registers this browser and watches for an hour', async () => {
  const requests = stubServer({
    ...noWatch,
    [`GET ${alertPaths.pushKey}`]: { key: 'key' },
    [`POST ${alertPaths.pushSubscriptions}`]: { id: '1' },
    [`POST ${alertPaths.watch}`]: watch,
  });
  const user = renderPage(<NotifyButton watched={watched} waitSeconds={null} now={now} />);
  await user.click(await button());
  expect((await button()).getAttribute('aria-pressed')).toBe('true');
  expect(status()).toMatch(
    /^We watch until .* and tell you once on your connected devices, .* Press again to cancel\.$/,
  );
  expect(sent(requests)).toEqual([
    `POST ${alertPaths.pushSubscriptions} ${JSON.stringify({ endpoint, keys })}`,
    `POST ${alertPaths.watch} ${JSON.stringify({ aiModel: 'kurs_ai_v2', symbol: null, interval: 5 })}`,
  ]);
});

test.each([
  ['activated', /^We watch until .* on your connected devices/],
  ['redundant', /^This browser can’t receive notifications now\. We watch until .* by email/],
] as const)('a press before the worker is installed waits until it is %s', async (state, said) => {
  registerAs({ installing });
  const requests = stubServer({
    ...noWatch,
    [`GET ${alertPaths.pushKey}`]: { key: 'key' },
    [`POST ${alertPaths.pushSubscriptions}`]: { id: '1' },
    [`POST ${alertPaths.watch}`]: { ...watch, channels: state === 'activated' ? ['push'] : ['mail'] },
  });
  const user = renderPage(<NotifyButton watched={watched} waitSeconds={null} now={now} />);
  await user.click(await button());
  expect(sent(requests)).toEqual([]);
  finishInstalling('installed');
  expect(sent(requests)).toEqual([]);
  finishInstalling(state);
  await waitFor(() => expect(status()).toMatch(said));
});

test('a browser that blocks notifications says so, and names what reaches the user instead', async () => {
  answerOfBrowser = 'denied';
  stubServer({ ...noWatch, [`POST ${alertPaths.watch}`]: { ...watch, channels: ['mail'] } });
  const user = renderPage(<NotifyButton watched={watched} waitSeconds={null} now={now} />);
  await user.click(await button());
  expect(status()).toMatch(/^This browser blocks our notifications\. We watch until .* by email, .* also with a sound/);
});

test.each([
  [20, 'Tell me when there is an edge, about 1 minute'],
  [700, 'Tell me when there is an edge, about 12 minutes'],
])('a measured wait of %i s is stated in whole minutes', async (waitSeconds, name) => {
  stubServer(noWatch);
  renderPage(<NotifyButton watched={watched} waitSeconds={waitSeconds} now={now} />);
  expect(await screen.findByRole('button', { name })).toBeDefined();
});

test.each([
  [watched, 'This model gives a signal about every 6 h. We watch for one hour.'],
  [{ ...watched, aiModel: null }, 'There is a signal about every 6 h. We watch for one hour.'],
])('a wait longer than the hour of the watch is not promised by the button', async (rare, note) => {
  stubServer(noWatch);
  renderPage(<NotifyButton watched={rare} waitSeconds={337 * 60} now={now} />);
  expect((await button()).textContent).toBe('Tell me when there is an edge');
  expect(screen.getByText(note)).toBeDefined();
});

test.each([
  ['for something else', { interval: 3 as const }],
  ['whose hour is over', { until: new Date(now).toISOString() }],
])('does not show a watch %s', async (_title, change) => {
  const requests = stubServer({ [`GET ${alertPaths.watch}`]: { watch: { ...watch, ...change } } });
  renderPage(<NotifyButton watched={watched} waitSeconds={null} now={now} />);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect((await button()).getAttribute('aria-pressed')).toBe('false');
  expect(status()).toBe('');
});
