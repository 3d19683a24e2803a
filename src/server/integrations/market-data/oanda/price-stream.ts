import { getErrorMessage } from '#domain/caught-error.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { parseJson } from '../live/json-socket.ts';

interface PriceStreamEvents {
  onOpen(): void;
  /** Null: the line is not JSON. */
  onMessage(message: unknown): void;
  /** Called once with the reason, whichever side ended the stream. */
  onClose(reason: string): void;
}

interface PriceStreamOptions {
  readonly url: string;
  readonly token: string;
  readonly scheduler: Scheduler;
  readonly events: PriceStreamEvents;
}

export interface PriceStream {
  close(reason: string): void;
}

/** Two missed heartbeats, which come every five seconds whether or not the market is open. */
const silenceMs = 10_000;
const maxLineLength = 64 * 1_024;

/** One streaming response: newline-delimited JSON with a watchdog; it does not reconnect by itself. */
export function openPriceStream({ url, token, scheduler, events }: PriceStreamOptions): PriceStream {
  const abort = new AbortController();
  let isClosed = false;
  let cancelWatch = watch();

  function watch(): () => void {
    return scheduler.after(silenceMs, () => close('no heartbeat for 10 s'));
  }

  function close(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    cancelWatch();
    abort.abort();
    events.onClose(reason);
  }

  async function read(): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, redirect: 'error', signal: abort.signal });
    if (!response.ok || !response.body) return close(`HTTP ${response.status}`);
    if (isClosed) return;
    events.onOpen();
    for await (const line of toLines(response.body)) {
      if (isClosed) return;
      cancelWatch();
      cancelWatch = watch();
      events.onMessage(parseJson(line));
    }
    close('ended by the other side');
  }

  read().catch((error: unknown) => close(getErrorMessage(error)));
  return { close };
}

async function* toLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new Error('a line without an end');
    yield* lines.filter((line) => line.trim() !== '');
  }
}
