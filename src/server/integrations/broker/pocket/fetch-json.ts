import { getErrorCode } from '#domain/caught-error.ts';
import type { WallClock } from '#domain/time.ts';
import type { Bus } from '../../bus/bus.ts';

/** One GET of JSON from an untrusted partner, limited in time, size and host. */
export interface PartnerAnswer {
  readonly status: number;
  /** Set for a 200 only; null: not JSON. */
  readonly json: unknown;
  readonly retryAfter: string | null;
}

/**
 * Why there is no answer. The message contains no address, because the token's hash is part of it.
 */
export class NoAnswer extends Error {}

const maxBytes = 64 * 1024;
const maxRedirects = 3;

export async function fetchJson(address: URL, signal: AbortSignal): Promise<PartnerAnswer> {
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await get(url, signal);
    if (response.status < 300 || response.status >= 400) return toAnswer(response);
    await discard(response);
    url = nextAddress(url, response.headers.get('location'));
  }
  throw new NoAnswer('too many redirects');
}

async function get(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } });
  } catch (error) {
    throw noAnswer(error, signal);
  }
}

/** The same host only, and never from https to http: a redirect elsewhere would leak the hash. */
function nextAddress(from: URL, location: string | null): URL {
  const to = location === null ? null : URL.parse(location, from);
  if (!to) throw new NoAnswer('a redirect to nowhere');
  const isSame = to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:');
  if (!isSame) throw new NoAnswer('a redirect to another host');
  return to;
}

async function toAnswer(response: Response): Promise<PartnerAnswer> {
  const { status } = response;
  const retryAfter = response.headers.get('retry-after');
  if (status === 200) return { status, json: parse(await readText(response)), retryAfter };
  await discard(response);
  return { status, json: null, retryAfter };
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop closes the connection, so the rest is not read.
      if (bytes > maxBytes) throw new NoAnswer('the answer is too large');
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw noAnswer(error);
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

/** Only the code of an error: other messages may contain the address. */
function noAnswer(error: unknown, signal?: AbortSignal): NoAnswer {
  if (error instanceof NoAnswer) return error;
  if (signal?.aborted || (error instanceof Error && error.name === 'AbortError'))
    return new NoAnswer('no answer within the timeout');
  return new NoAnswer(
    `no connection (${getErrorCode(error instanceof Error ? error.cause : undefined) ?? 'unknown fault'})`,
  );
}

type Leave = () => void;

interface Limits {
  readonly atOnce: number;
  readonly maxWaiting: number;
}

/**
 * Limits how many calls run at once and how many may wait. Background calls start only while less
 * than half of the slots are in use, and after the calls of waiting users.
 */
export function createCallQueue({ atOnce, maxWaiting }: Limits) {
  let running = 0;
  const people = new Set<() => void>();
  const background = new Set<() => void>();
  const hasPlace = (isBackground: boolean): boolean => running < (isBackground ? atOnce / 2 : atOnce);

  const leave = (): void => {
    running--;
    const [next] = people.size > 0 ? people : hasPlace(true) ? background : [];
    next?.();
  };
  const start = (): Leave => {
    running++;
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
  const waitForTurn = (waiting: Set<() => void>, signal: AbortSignal): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason);
      };
      const proceed = (): void => {
        waiting.delete(proceed);
        signal.removeEventListener('abort', giveUp);
        resolve(start());
      };
      waiting.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    /**
     * Null: the queue is full. Otherwise resolves when it is this call's turn, or rejects when the
     * signal aborts first.
     */
    enter: (signal: AbortSignal, isBackground: boolean): Promise<Leave> | null => {
      if (hasPlace(isBackground)) return Promise.resolve(start());
      const waiting = isBackground ? background : people;
      return waiting.size < maxWaiting ? waitForTurn(waiting, signal) : null;
    },
  };
}

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 300_000;

/**
 * Protects a partner that is down: after several failures in a row only one probe at a time of each
 * process, at growing intervals. Processes notify each other when it opens and closes.
 */
export function createCircuitBreaker(clock: WallClock, chance: () => number, bus: Bus) {
  let failures = 0;
  let closedUntil = 0;
  let heldUntil = 0;
  let isProbing = false;
  const isOpen = (): boolean => failures >= failuresToOpen;

  bus.onNotice('broker_paused', (pause) => {
    failures = Math.max(failures, pause.failures);
    if (pause.failures === 0) heldUntil = Math.max(heldUntil, pause.until);
    else closedUntil = Math.max(closedUntil, pause.until);
  });
  bus.onNotice('broker_answered', () => {
    failures = 0;
    closedUntil = 0;
  });

  /**
   * 5, 10, 20 … 300 s, each with up to a fifth of jitter, so that many processes do not retry at
   * once.
   */
  const pause = (): number => {
    const doubled = firstPauseMs * 2 ** Math.min(failures - failuresToOpen, 10);
    return Math.min(doubled, maxPauseMs) * (1 + chance() / 5);
  };

  return {
    /**
     * Milliseconds until a call is allowed; 0: now, and the call counts as the probe if one is due.
     */
    enter: (): number => {
      const wait = Math.max(closedUntil, heldUntil) - clock.now();
      if (wait > 0) return wait;
      if (!isOpen()) return 0;
      if (isProbing) return firstPauseMs;
      isProbing = true;
      return 0;
    },
    /** The partner answered, whatever the content. */
    succeed: (): void => {
      if (isOpen()) bus.notify('broker_answered', null);
      failures = 0;
      isProbing = false;
    },
    fail: (): void => {
      failures++;
      isProbing = false;
      if (isOpen()) bus.notify('broker_paused', { until: clock.now() + pause(), failures });
    },
    /** The partner asked not to be called until then, milliseconds UTC. */
    holdUntil: (until: number): void => bus.notify('broker_paused', { until, failures: 0 }),
    isOpen,
  };
}

export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(new NoAnswer('no answer within the timeout'));
    signal.addEventListener('abort', () => reject(new NoAnswer('no answer within the timeout')), { once: true });
    promise.then(resolve, reject);
  });
