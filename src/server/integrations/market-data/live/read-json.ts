import type { Scheduler } from '#server/jobs/scheduler.ts';

interface JsonRequest {
  /** The service, as named in errors. */
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly scheduler: Scheduler;
}

const timeoutMs = 10_000;

/** The JSON of a GET answered with 2xx within 10 s. Errors never contain the URL, which may hold a key. */
export async function readJson({ name, url, headers = {}, signal, scheduler }: JsonRequest): Promise<unknown> {
  if (signal.aborted) throw new Error(`${name}: stopped`);
  const timeout = new AbortController();
  const cancel = scheduler.after(timeoutMs, () => timeout.abort());
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    if (!response.ok) throw new HttpError(name, response.status);
    return await response.json();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const reason = signal.aborted ? 'stopped' : timeout.signal.aborted ? 'no answer within 10 s' : 'no usable answer';
    throw new Error(`${name}: ${reason}`, { cause: error });
  } finally {
    cancel();
  }
}

class HttpError extends Error {
  readonly status: number;
  constructor(name: string, status: number) {
    super(`${name}: HTTP ${status}`);
    this.name = 'HttpError';
    this.status = status;
  }
}
