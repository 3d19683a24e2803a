import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { setTimeout as wait } from 'node:timers/promises';

export type FetchUrl = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

export interface RetryPolicy {
  readonly fetchUrl: FetchUrl;
  readonly pause: Pause;
  /** Called before each retry with the error and the pause. */
  readonly onError: (error: string, pauseMs: number) => void;
}

/** Pauses between retries; a Retry-After may extend them. */
const pausesMs = [1_000, 4_000, 15_000, 60_000];
const maxPauseMs = 300_000;
const timeoutMs = 30_000;

type Try<T> = { readonly value: T | null } | { readonly error: string; readonly retryAfterMs: number };

/**
 * The result of `read` on the answer's bytes, null if nothing exists at this address. Everything
 * else, including an answer that `read` rejects, is retried: the archive rejects clients with
 * several statuses. Throws a NoAnswerError.
 */
export async function fetchWithRetry<T>(
  url: string,
  read: (bytes: Buffer) => T,
  { fetchUrl, pause, onError }: RetryPolicy,
): Promise<T | null> {
  let error = '';
  for (const usualPauseMs of [...pausesMs, null]) {
    const result = await tryOnce(url, read, fetchUrl);
    if ('value' in result) return result.value;
    error = result.error;
    if (usualPauseMs === null) break;
    const pauseMs = Math.min(Math.max(usualPauseMs, result.retryAfterMs), maxPauseMs);
    onError(error, pauseMs);
    await pause(pauseMs);
  }
  throw new NoAnswerError(`${url}: ${error}, after ${pausesMs.length + 1} tries.`);
}

async function tryOnce<T>(url: string, read: (bytes: Buffer) => T, fetchUrl: FetchUrl): Promise<Try<T>> {
  try {
    const answer = await fetchUrl(url, { signal: AbortSignal.timeout(timeoutMs) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404) return { value: null };
    if (answer.status !== 200) return { error: `the answer is ${answer.status}`, retryAfterMs: retryAfterMs(answer) };
    return parseAnswer(bytes, read);
  } catch (error) {
    return { error: getReason(error), retryAfterMs: 0 };
  }
}

function parseAnswer<T>(bytes: Buffer, read: (bytes: Buffer) => T): Try<T> {
  try {
    return { value: read(bytes) };
  } catch (error) {
    return { error: `the answer cannot be read (${getErrorMessage(error)})`, retryAfterMs: 0 };
  }
}

const retryAfterMs = (answer: Response): number => 1000 * (Number(answer.headers.get('retry-after')) || 0);

/** Node's fetch throws "fetch failed" with the reason in its cause. */
function getReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `no answer (${getErrorCode(cause) ?? getErrorMessage(cause ?? error)})`;
}

/** The bank's service gave no usable answer after all retries: one sentence, exit code 1. */
export class NoAnswerError extends Error {}

export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = (ms) => wait(ms);
