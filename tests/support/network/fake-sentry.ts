import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A local server of error reports: it takes envelopes of the Sentry protocol. */
export interface FakeSentry {
  readonly dsn: string;
  readonly origin: string;
  /** Events in the order of their arrival. */
  readonly events: Readonly<Record<string, unknown>>[];
  /** Envelopes as they were sent. */
  readonly bodies: string[];
  close(): Promise<void>;
}

export async function startFakeSentry(): Promise<FakeSentry> {
  const events: Record<string, unknown>[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.setHeader('access-control-allow-origin', '*');
      if (!request.url?.startsWith('/api/1/envelope/')) return response.writeHead(404).end();
      bodies.push(body);
      events.push(...listEvents(body));
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@127.0.0.1:${port}/1`,
    origin: `http://127.0.0.1:${port}`,
    events,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Lines of JSON: the header, then for each item its header and its content. */
function listEvents(envelope: string): Record<string, unknown>[] {
  const [, ...items] = envelope.split('\n').filter(Boolean);
  return items.flatMap((line, i) => {
    const header: unknown = i % 2 === 0 ? JSON.parse(line) : null;
    const isEvent = typeof header === 'object' && header !== null && Reflect.get(header, 'type') === 'event';
    return isEvent ? [JSON.parse(items[i + 1] ?? '{}')] : [];
  });
}
