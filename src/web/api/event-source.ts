import { eventsPath } from '#contract/event-names.ts';
import { accessToken, refreshSession, renewEndingToken } from './access-token.ts';
import { type RawEvent, readEvents } from './read-events.ts';

export interface SourceListener {
  readonly onState: (isOpen: boolean) => void;
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
}

/**
 * Keeps one stream open until aborted: resumes after the last received event, with backoff after
 * failures.
 */
export async function runEventSource(
  listener: SourceListener,
  lastEventId: () => string | null,
  abort: AbortSignal,
): Promise<void> {
  let failures = 0;
  let requestedDelayMs: number | null = null;
  while (!abort.aborted) {
    const response = await connect(lastEventId(), abort);
    if (response?.body) {
      listener.onState(true);
      await readEvents(response.body, {
        onAlive: () => {
          failures = 0;
          listener.onAlive();
        },
        onEvent: listener.onEvent,
        onRetry: (milliseconds) => {
          requestedDelayMs = milliseconds;
        },
      }).catch(() => undefined);
    }
    if (abort.aborted) return;
    listener.onState(false);
    await pause(reconnectDelay(failures, Math.random(), requestedDelayMs), abort);
    failures += 1;
  }
}

async function connect(lastEventId: string | null, abort: AbortSignal): Promise<Response | null> {
  await renewEndingToken(Date.now());
  const response = await open(lastEventId, abort);
  if (response?.status !== 401) return response?.ok ? response : null;
  if (!(await refreshSession().catch(() => null))) return null;
  const retried = await open(lastEventId, abort);
  return retried?.ok ? retried : null;
}

function open(lastEventId: string | null, abort: AbortSignal): Promise<Response | null> {
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${accessToken() ?? ''}` });
  if (lastEventId) headers.set('last-event-id', lastEventId);
  return fetch(eventsPath, { headers, cache: 'no-store', signal: abort }).catch(() => null);
}

/** Waits for the delay, or until the network returns. */
function pause(milliseconds: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      abort.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    abort.addEventListener('abort', done);
  });
}

const firstMs = 500;
const maxMs = 30_000;

/**
 * Exponential backoff from half a second to half a minute; half of it is random, so that clients do
 * not reconnect at the same time.
 */
export function reconnectDelay(failures: number, random: number, requestedDelayMs: number | null): number {
  const base = Math.min(maxMs, (requestedDelayMs ?? firstMs) * 2 ** Math.min(failures, 10));
  return base / 2 + (base / 2) * random;
}
