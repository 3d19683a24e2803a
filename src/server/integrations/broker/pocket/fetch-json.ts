import { getErrorCode } from '#domain/caught-error.ts';

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

/** Follows a redirect on the same host, and never from https to http: elsewhere it would leak the hash. */
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

/** Names the code of an error alone: its message may contain the address. */
function noAnswer(error: unknown, signal?: AbortSignal): NoAnswer {
  if (error instanceof NoAnswer) return error;
  if (signal?.aborted || (error instanceof Error && error.name === 'AbortError'))
    return new NoAnswer('no answer within the timeout');
  return new NoAnswer(
    `no connection (${getErrorCode(error instanceof Error ? error.cause : undefined) ?? 'unknown fault'})`,
  );
}

export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(new NoAnswer('no answer within the timeout'));
    signal.addEventListener('abort', () => reject(new NoAnswer('no answer within the timeout')), { once: true });
    promise.then(resolve, reject);
  });
