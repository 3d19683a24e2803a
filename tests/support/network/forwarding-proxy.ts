import { createServer, request } from 'node:http';
import { closeServer, listenLocally } from './local-server.ts';

/**
 * A reverse proxy as operators run in front of the product: appends the address it sees to
 * X-Forwarded-For. On one machine all clients have one address, so the test sets which it sees.
 */
export async function createForwardingProxy(target: string, seenAddress: string) {
  const server = createServer((near, answer) => {
    const forwarded = [near.headers['x-forwarded-for'], seenAddress].filter(Boolean).join(', ');
    const headers = { ...near.headers, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' };
    const far = request(new URL(near.url ?? '/', target), { method: near.method ?? 'GET', headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  });
  const port = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

export type ForwardingProxy = Awaited<ReturnType<typeof createForwardingProxy>>;
