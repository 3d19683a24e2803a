import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Steady extends Rate {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const connections = 32;
const statusLine = 'HTTP/1.1 ';
const statusLength = 3;

/**
 * Requests one address at a constant rate and returns the latencies in milliseconds, until the first
 * byte of each answer. Writes and counts by itself, without a promise for each request: a client of
 * Node needs as much processor time for a request as the product, autocannon sends the requests of a
 * second all at once, and awaiting tens of thousands of promises stalls the generator for half a second.
 */
export async function steadyLoad({ url, headers, perSecond, seconds }: Steady): Promise<number[]> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const total = countCalls({ perSecond, seconds });
  const latencies: number[] = [];
  const answered = Promise.withResolvers<void>();
  const onAnswer = (scheduledAt: number): void => {
    if (latencies.push(performance.now() - scheduledAt) === total) answered.resolve();
  };
  const open = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  const asks = open.map((socket) => askInOrder(socket, request, onAnswer, answered.reject));
  await Promise.all([
    answered.promise,
    sendAtRate({ perSecond, seconds }, (i, scheduledAt) => asks[i % connections]?.(scheduledAt)),
  ]);
  for (const socket of open) socket.destroy();
  return latencies;
}

/** Answers of a connection come in the order of its requests. */
function askInOrder(
  socket: Socket,
  request: string,
  onAnswer: (scheduledAt: number) => void,
  onError: (error: Error) => void,
): (scheduledAt: number) => void {
  const waiting: number[] = [];
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', onError);
  socket.on('close', () => onError(new Error('the connection was closed')));
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const at = text.indexOf(statusLine);
      const end = at + statusLine.length + statusLength;
      if (at < 0 || end > text.length) break;
      const status = text.slice(end - statusLength, end);
      const scheduledAt = waiting.shift();
      if (status === '200' && scheduledAt !== undefined) onAnswer(scheduledAt);
      else onError(new Error(`answered with ${status}`));
      text = text.slice(end);
    }
    // What may be the beginning of the next status line.
    text = text.slice(-(statusLine.length + statusLength));
  });
  return (scheduledAt) => {
    waiting.push(scheduledAt);
    socket.write(request);
  };
}

interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

const tickMs = 1;

/**
 * Calls `send` at a constant rate, independent of response times, with the time for which the call
 * was scheduled (as `performance.now()`): latencies are measured from it, so that a stalled server is
 * not sampled less often (no coordinated omission).
 */
async function sendAtRate({ perSecond, seconds }: Rate, send: (i: number, scheduledAt: number) => void): Promise<void> {
  const startedAt = performance.now();
  const total = countCalls({ perSecond, seconds });
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
    for (; sent < due; sent += 1) send(sent, startedAt + (sent * 1000) / perSecond);
    await pause(tickMs);
  }
}

const countCalls = ({ perSecond, seconds }: Rate): number => Math.round(perSecond * seconds);
