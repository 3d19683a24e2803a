import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseLevel, parseTilePath } from '#record/tile.ts';
import type { RecordSource } from '#record/verify/record-source.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

/** Answers a path below /api/record in place of the record; false: the record answers. */
export type Interception = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** A published record over HTTP, at the addresses of the product. */
export async function serveRecord(source: RecordSource, intercept: Interception = () => false) {
  const answer = async (path: string): Promise<Uint8Array | string | object> => {
    const { pathname, searchParams } = new URL(path, 'http://record');
    const [, tileLevel, place] = /^\/tile\/(\w+)\/(.+)$/.exec(pathname) ?? [];
    if (tileLevel !== undefined) {
      const tile = parseTilePath(place ?? '');
      if (typeof tile === 'string') throw new RangeError(path);
      if (tileLevel === 'entries') return source.bundle(tile.n, tile.width);
      return source.tile({ ...tile, level: parseLevel(tileLevel) ?? 0 });
    }
    const days = searchParams.get('days');
    if (pathname === '/') return source.start();
    if (pathname === '/checkpoint') return source.checkpoint();
    if (pathname === '/checkpoints') return source.checkpoints(Number(searchParams.get('from')));
    if (pathname === '/figures') return source.figures(days === null ? null : days === '30' ? 30 : 90);
    if (pathname === '/entries') return source.entries();
    return source.entry(Number(/^\/entry\/(\d+)$/.exec(pathname)?.[1]));
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/record/, '') || '/';
    requests.push(path);
    if (intercept(path, request, response)) return;
    answer(path).then(
      (body) => response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)),
      () => response.writeHead(404).end(),
    );
  });
  const port = await listenLocally(server);
  return { address: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}
