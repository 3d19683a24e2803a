import { expect, test } from 'vitest';
import { type Notifier, pageOfClick, parsePush, showAlert } from './alert-notification.ts';

const at = Date.parse('2026-03-03T15:00:00.000Z');
const message = {
  kind: 'alert',
  tag: 'a-1',
  lang: 'en',
  title: 'EUR/USD ↑ up · 60%',
  body: 'Kurs AI v2, 5 min.',
  url: 'https://kurs.example/en/signal?model=kurs_ai_v2&pair=EURUSD&duration=5',
  holdsUntil: new Date(at + 12_000).toISOString(),
  seconds: '{{n}} s',
  over: 'no longer holds',
  open: 'Open',
  dismiss: 'Not now',
};
const alert = parsePush(JSON.stringify(message));
if (!alert) throw new Error('the message is not read');

/** A registration whose user closes the notification after so many were shown. */
function createNotifier(closesAfter = Number.POSITIVE_INFINITY) {
  const shown: { title: string; silent: boolean | null | undefined; actions: number }[] = [];
  const notifier: Notifier = {
    showNotification: async (title, { silent, actions }) => {
      shown.push({ title, silent, actions: actions?.length ?? 0 });
    },
    getNotifications: async ({ tag }) => (shown.length < closesAfter ? [{ tag }] : []),
  };
  return { notifier, shown };
}

function timeFrom(start: number) {
  let now = start;
  return {
    now: () => now,
    pause: async (ms: number) => {
      now += ms;
    },
  };
}

test('counts down in the title without a sound until the alert no longer holds', async () => {
  const { notifier, shown } = createNotifier();
  await showAlert(notifier, alert, timeFrom(at));
  expect(shown).toEqual([
    { title: 'EUR/USD ↑ up · 60% · 12 s', silent: false, actions: 2 },
    { title: 'EUR/USD ↑ up · 60% · 7 s', silent: true, actions: 2 },
    { title: 'EUR/USD ↑ up · 60% · 2 s', silent: true, actions: 2 },
    { title: 'EUR/USD ↑ up · 60% · no longer holds', silent: true, actions: 0 },
  ]);
});

test('does not show a notification again that was closed', async () => {
  const { notifier, shown } = createNotifier(2);
  await showAlert(notifier, alert, timeFrom(at));
  expect(shown).toHaveLength(2);
});

test.each(['', 'no JSON', '[]', '{}', 'null', JSON.stringify({ ...message, title: 7 })])('ignores %j', (text) => {
  expect(parsePush(text)).toBeNull();
});

test('a click opens the page on our own origin, and "not now" opens none', () => {
  const origin = 'http://localhost:3000';
  const prepared = `${origin}/en/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`;
  expect(pageOfClick('', { url: message.url }, origin)).toBe(prepared);
  expect(pageOfClick('open', { url: 'https://evil.example/en/signal' }, origin)).toBe(`${origin}/en/signal`);
  expect(pageOfClick('open', null, origin)).toBe(origin);
  expect(pageOfClick('dismiss', { url: message.url }, origin)).toBeNull();
});
