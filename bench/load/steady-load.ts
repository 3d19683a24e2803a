import { connect, type Socket } from 'node:net';
import { atRate } from './at-rate.ts';

interface Steady {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

const connections = 32;
const statusLine = 'HTTP/1.1 ';
const statusLength = 3;

/**
 * Requests one address at a constant rate and returns the latencies in milliseconds, until the first
 * byte of each answer. Writes and counts by itself, because a client of Node needs as much processor
 * time for a request as the product, and autocannon sends the requests of a second all at once.
 */
export async function steadyLoad({ url, headers, perSecond, seconds }: Steady): Promise<number[]> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const open = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  const asks = open.map((socket) => askInOrder(socket, request));
  const took = await atRate({ perSecond, seconds }, (i) => asks[i % connections]?.() ?? Promise.resolve());
  for (const socket of open) socket.destroy();
  return took;
}

/** Answers of a connection come in the order of its requests. */
function askInOrder(socket: Socket, request: string): () => Promise<void> {
  const waiting: PromiseWithResolvers<void>[] = [];
  const fail = (error: Error): void => {
    for (const one of waiting.splice(0)) one.reject(error);
  };
  const settle = (status: string): void => {
    if (status === '200') waiting.shift()?.resolve();
    else fail(new Error(`answered with ${status}`));
  };
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const at = text.indexOf(statusLine);
      const end = at + statusLine.length + statusLength;
      if (at < 0 || end > text.length) break;
      settle(text.slice(end - statusLength, end));
      text = text.slice(end);
    }
    // What may be the beginning of the next status line.
    text = text.slice(-(statusLine.length + statusLength));
  });
  return () => {
    const one = Promise.withResolvers<void>();
    waiting.push(one);
    socket.write(request);
    return one.promise;
  };
}
