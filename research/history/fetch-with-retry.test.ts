import { describe, expect, it } from 'vitest';
import { fetchWithRetry, NoAnswerError } from './fetch-with-retry.ts';

const url = 'https://archive.example/v1/day';
const text = (bytes: Buffer): string => bytes.toString();

/** Answers in turn; the last one repeats. */
function asking(answers: readonly (() => Response)[]) {
  const pauses: number[] = [];
  const errors: string[] = [];
  let requested = 0;
  const needs = {
    fetchUrl: async () => (answers[Math.min(requested++, answers.length - 1)] as () => Response)(),
    pause: async (ms: number) => void pauses.push(ms),
    onError: (error: string, ms: number) => void errors.push(`${error}: ${ms}`),
  };
  return { needs, pauses, errors, requested: () => requested };
}

const refused = (status: number, retryAfter?: string) => () =>
  new Response('', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
const unreachable = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
};

describe('fetching with retries', () => {
  it('waits longer before each retry, and as long as Retry-After requests, up to five minutes', async () => {
    const archive = asking([refused(503), refused(429, '30'), refused(429, '86400'), () => new Response('a day')]);
    await expect(fetchWithRetry(url, text, archive.needs)).resolves.toBe('a day');
    expect(archive.pauses).toEqual([1_000, 30_000, 300_000]);
    expect(archive.errors[1]).toBe('the answer is 429: 30000');
  });

  it('accepts "not found" as an answer at once', async () => {
    const archive = asking([refused(404)]);
    await expect(fetchWithRetry(url, text, archive.needs)).resolves.toBe(null);
    expect([archive.requested(), archive.pauses]).toEqual([1, []]);
  });

  it.each([
    ['no connection', unreachable, `${url}: no answer (ECONNREFUSED), after 5 tries.`],
    ['a refusal', refused(403), `${url}: the answer is 403, after 5 tries.`],
  ])('gives up after five attempts: %s', async (_what, answer, message) => {
    const archive = asking([answer]);
    await expect(fetchWithRetry(url, text, archive.needs)).rejects.toThrow(new NoAnswerError(message));
    expect(archive.pauses).toEqual([1_000, 4_000, 15_000, 60_000]);
  });

  it('reports what was wrong with an unreadable answer', async () => {
    const archive = asking([() => new Response('<html>')]);
    const requested = fetchWithRetry(url, (bytes) => JSON.parse(text(bytes)) as unknown, archive.needs);
    await expect(requested).rejects.toThrow(/the answer cannot be read \(Unexpected token.*, after 5 tries\.$/s);
  });
});
