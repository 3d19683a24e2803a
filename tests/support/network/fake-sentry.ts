import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally } from './local-server.ts';

/** A local server of error reports: it takes envelopes of the Sentry protocol. */
export async function startFakeSentry() {
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
  const port = await listenLocally(server);
  return {
    dsn: `http://publickey@127.0.0.1:${port}/1`,
    origin: `http://127.0.0.1:${port}`,
    events,
    bodies,
    close: () => closeServer(server),
  };
}

export type FakeSentry = Awaited<ReturnType<typeof startFakeSentry>>;

/** Lines of JSON: the header, then for each item its header and its content. */
function listEvents(envelope: string): Record<string, unknown>[] {
  const [, ...items] = envelope.split('\n').filter(Boolean);
  return items.flatMap((line, i) => {
    const header: unknown = i % 2 === 0 ? JSON.parse(line) : null;
    const isEvent = typeof header === 'object' && header !== null && Reflect.get(header, 'type') === 'event';
    return isEvent ? [JSON.parse(items[i + 1] ?? '{}')] : [];
  });
}
