import { secondMs } from '#domain/time.ts';

/** The server answers with this status, or not at all (null). */
export class NoAnswer extends Error {
  readonly status: number | null;

  constructor(path: string, status: number | null) {
    super(`the server answers ${status ?? 'nothing'} to ${path}`);
    this.status = status;
  }

  /** The server has answered, but refuses what was requested. */
  get isClientError(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** A full bundle of entries, each of the largest size, is smaller. */
const maxBytes = 2 ** 24 + 2 ** 16;
const timeoutMs = 30 * secondMs;
const maxWaits = 5;

/** Public data of the record, read by a page or by its worker: neither address nor answer is a user's. */
export async function getRecordBytes(path: string): Promise<Uint8Array> {
  for (let waits = 0; ; waits++) {
    const request = { credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) } as const;
    const response = await fetch(path, request).catch(() => null);
    if (response?.ok) return readAll(response, path);
    const waitS = Number(response?.headers.get('retry-after') ?? Number.NaN);
    if (response?.status !== 429 || !(waitS <= 60) || waits === maxWaits)
      throw new NoAnswer(path, response?.status ?? null);
    await new Promise((resolve) => setTimeout(resolve, waitS * secondMs));
  }
}

async function readAll(response: Response, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  // A reader, because Safari cannot iterate over a stream.
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    left -= part.value.length;
    if (left < 0) throw new NoAnswer(path, response.status);
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
