import { isObject } from '#domain/objects.ts';

/** A message that our server pushed; it writes every text (server/deliveries/channels.ts). */
interface PushedAlert {
  readonly tag: string;
  readonly lang: string;
  readonly title: string;
  readonly body: string;
  /** An address of this site. */
  readonly url: string;
  /** The countdown beside the title of an alert, and its actions. */
  readonly running: RunningAlert | null;
}

interface RunningAlert {
  /** Milliseconds UTC. */
  readonly holdsUntil: number;
  /** With `{{n}}` for the number. */
  readonly seconds: string;
  readonly over: string;
  readonly open: string;
  readonly dismiss: string;
}

/** The part of a worker's registration that shows notifications. */
export interface Notifier {
  showNotification(
    title: string,
    options: NotificationOptions & { readonly actions?: readonly Action[] },
  ): Promise<void>;
  getNotifications(filter: { readonly tag: string }): Promise<readonly { readonly tag: string }[]>;
}

interface Action {
  readonly action: 'open' | 'dismiss';
  readonly title: string;
}

interface Time {
  now(): number;
  pause(ms: number): Promise<void>;
}

const countdownStepMs = 5_000;

/** Null: not a message of ours. */
export function parsePush(text: string): PushedAlert | null {
  const read = parsed(text);
  if (!read) return null;
  const [tag, lang, title, body, url] = ['tag', 'lang', 'title', 'body', 'url'].map((name) => toText(read[name]));
  if (!tag || !lang || !title || !body || !url) return null;
  return { tag, lang, title, body, url, running: read['kind'] === 'alert' ? getRunning(read) : null };
}

function getRunning(read: Readonly<Record<string, unknown>>): RunningAlert | null {
  const names = ['holdsUntil', 'seconds', 'over', 'open', 'dismiss'];
  const [holdsUntil, seconds, over, open, dismiss] = names.map((name) => toText(read[name]));
  if (!holdsUntil || !seconds || !over || !open || !dismiss) return null;
  return { holdsUntil: Date.parse(holdsUntil), seconds, over, open, dismiss };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `now`: milliseconds UTC. */
function titleAt({ title, running }: PushedAlert, now: number): string {
  if (!running) return title;
  const left = Math.ceil((running.holdsUntil - now) / 1000);
  return `${title} · ${left > 0 ? running.seconds.replace('{{n}}', String(left)) : running.over}`;
}

/** Counts down in its title while the alert holds; stops when the notification was closed. */
export async function showAlert(notifier: Notifier, alert: PushedAlert, { now, pause }: Time): Promise<void> {
  await show(notifier, alert, now(), false);
  const { tag, running } = alert;
  if (!running) return;
  for (let left = running.holdsUntil - now(); left > 0; left = running.holdsUntil - now()) {
    await pause(Math.min(countdownStepMs, left));
    if ((await notifier.getNotifications({ tag })).length === 0) return;
    await show(notifier, alert, now(), true);
  }
}

function show(notifier: Notifier, alert: PushedAlert, now: number, silent: boolean): Promise<void> {
  const { tag, lang, body, url, running } = alert;
  const holds = running !== null && running.holdsUntil > now;
  const actions: readonly Action[] = holds
    ? [
        { action: 'open', title: running.open },
        { action: 'dismiss', title: running.dismiss },
      ]
    : [];
  const options = { tag, lang, body, silent, actions, data: { url }, icon: '/icons/icon-192.png' };
  return notifier.showNotification(titleAt(alert, now), options);
}

/** The page that a click opens, on our own origin whatever the message names; null: none. */
export function pageOfClick(action: string, data: unknown, origin: string): string | null {
  if (action === 'dismiss') return null;
  const url = isObject(data) ? toText(data['url']) : null;
  const page = url === null ? null : URL.parse(url, origin);
  return page ? `${origin}${page.pathname}${page.search}` : origin;
}
