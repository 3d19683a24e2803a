import { createServer, request } from 'node:http';
import { closeServer, listenLocally } from './local-server.ts';

const pageBytes = 4_096;

/**
 * nginx's defaults: an upstream answer is buffered until a memory page is full, unless its header
 * disables buffering. `heeds`: false for a proxy that ignores X-Accel-Buffering.
 */
export async function startBufferingProxy(upstream: string, { heeds = true } = {}) {
  let held = 0;
  const server = createServer((incoming, outgoing) => {
    const requested = request(upstream + (incoming.url ?? '/'), { method: incoming.method, headers: incoming.headers });
    requested.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      const isBuffered = !(heeds && answer.headers['x-accel-buffering'] === 'no');
      let page: Buffer[] = [];
      const flush = (): void => {
        for (const part of page) outgoing.write(part);
        page = [];
        held = 0;
      };
      answer.on('data', (part: Buffer) => {
        page.push(part);
        held += part.length;
        if (!isBuffered || held >= pageBytes) flush();
      });
      answer.once('end', () => {
        flush();
        outgoing.end();
      });
    });
    outgoing.once('close', () => requested.destroy());
    incoming.pipe(requested);
  });
  const port = await listenLocally(server);
  /** `held`: bytes received and not yet forwarded. */
  return { address: `http://127.0.0.1:${port}`, held: () => held, close: () => closeServer(server) };
}

export type BufferingProxy = Awaited<ReturnType<typeof startBufferingProxy>>;
