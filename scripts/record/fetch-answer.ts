import { UsageError } from '#research/bars/usage-error.ts';

export interface FetchNeeds {
  readonly fetchUrl: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** The server is there, and does not show what it must. */
export class RefusedAnswer extends UsageError {}

/** A server that accepts a request and never answers. */
const timeoutMs = 60_000;

/** Waits on a rate limit, so that a long record can be read completely. */
export async function fetchAnswer(url: URL, { fetchUrl, pause }: FetchNeeds): Promise<Answer> {
  for (;;) {
    const { status, headers, bytes } = await fetchOnce(url, fetchUrl);
    if (status !== 429) return { status, bytes };
    await pause(1_000 * Number(headers.get('retry-after') ?? 1));
  }
}

async function fetchOnce(url: URL, fetchUrl: typeof fetch) {
  try {
    const answer = await fetchUrl(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new UsageError(`${url.origin} does not answer: ${String(cause)}`);
  }
}
