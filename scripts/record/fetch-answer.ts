import { getErrorCode } from '#domain/caught-error.ts';
import { escapeControl } from '#record/verify/findings.ts';
import { Withheld } from '#record/verify/record-source.ts';
import { UsageError } from '../command/run-command.ts';

export interface FetchDependencies {
  readonly fetchUrl: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly limits?: FetchLimits;
  /** Shared by all calls of a command. */
  readonly waited: { ms: number };
}

/** The most that a server which means harm is given. */
export interface FetchLimits {
  /** Without a byte of an answer. */
  readonly idleMs: number;
  /** From the request to the end of the answer. */
  readonly answerMs: number;
  /** After this time an answer must have come at the rate below. */
  readonly slowAfterMs: number;
  /** All that a server asks to wait for, of all calls together. */
  readonly waitMs: number;
}

const usualLimits: FetchLimits = { idleMs: 60_000, answerMs: 300_000, slowAfterMs: 10_000, waitMs: 600_000 };
const minBytesPerSecond = 1_024;

/** How many bytes an answer of each kind may have, unpacked. */
export const maxBytes = {
  note: 64 * 2 ** 10,
  /** Hashes of 32 bytes. */
  tile: 8 * 2 ** 10,
  /** 256 entries of at most 65,535 bytes, and their lengths. */
  bundle: 256 * (2 + 65_535),
  json: 16 * 2 ** 20,
  /** A model, or the bars of a day. */
  file: 64 * 2 ** 20,
} as const;

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Waits on a rate limit, so that a long record can be read completely. Redirects are not followed. */
export async function fetchAnswer(url: URL, needs: FetchDependencies, max: number): Promise<Answer> {
  const { waitMs } = needs.limits ?? usualLimits;
  for (;;) {
    const { status, retryAfter, bytes } = await fetchOnce(url, needs, max);
    if (status >= 300 && status < 400) throw new Withheld(`${describeUrl(url)} is answered by a redirect (${status})`);
    if (status !== 429) return { status, bytes };
    const ms = 1_000 * Math.max(1, Number.isFinite(retryAfter) ? retryAfter : 1);
    needs.waited.ms += ms;
    if (needs.waited.ms > waitMs)
      throw new UsageError(
        `${url.origin} asks to wait more than ${waitMs / 60_000} minutes in all, at last ${ms / 1_000} s for ${url.pathname}.`,
      );
    await needs.pause(ms);
  }
}

async function fetchOnce(url: URL, { fetchUrl, now, limits = usualLimits }: FetchDependencies, max: number) {
  const stop = new AbortController();
  const idle = createTimer(limits.idleMs, () => stop.abort(new Error(`nothing came for ${limits.idleMs / 1_000} s`)));
  const whole = createTimer(limits.answerMs, () =>
    stop.abort(new Error(`the answer took longer than ${limits.answerMs / 1_000} s`)),
  );
  const startedAt = now();
  try {
    const ask = (): Promise<Response> => fetchUrl(url, { signal: stop.signal, redirect: 'manual' });
    const answer = await ask().catch((error: unknown) => {
      if (!wasReset(error)) throw error;
      return ask();
    });
    const bytes = await readAtMost(answer, max, url, (size) => {
      idle.restart();
      const ms = now() - startedAt;
      if (ms > limits.slowAfterMs && size < (minBytesPerSecond * ms) / 1_000)
        throw new Error(`the answer comes slower than ${minBytesPerSecond} bytes a second`);
    });
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after') ?? 1), bytes };
  } catch (error) {
    if (error instanceof UsageError || error instanceof Withheld) throw error;
    const cause = stop.signal.aborted ? stop.signal.reason : error instanceof Error ? (error.cause ?? error) : error;
    throw new UsageError(`${url.origin} does not answer ${url.pathname}: ${escapeControl(String(cause))}`);
  } finally {
    idle.end();
    whole.end();
    stop.abort();
  }
}

/** The server closed a connection that was idle while leaves were checked: the question did not arrive. */
const wasReset = (error: unknown): boolean =>
  error instanceof Error && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(getErrorCode(error.cause) ?? '');

/** The bytes as they come, unpacked, and no more than allowed. */
async function readAtMost(answer: Response, max: number, url: URL, onBytes: (size: number) => void): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    onBytes(size);
    if (size > max) throw new Withheld(`${describeUrl(url)} is answered by more than ${max} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function createTimer(ms: number, end: () => void) {
  let timer = setTimeout(end, ms);
  return {
    restart: (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
    end: (): void => clearTimeout(timer),
  };
}

const describeUrl = ({ origin, pathname }: URL): string => `${pathname} of ${origin}`;
