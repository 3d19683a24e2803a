import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { closeServer, listenLocally } from './local-server.ts';

/** How the fake answers from now on. */
export type PocketMode =
  | 'normal'
  | '404'
  | '401'
  | '403'
  | '429'
  | '500'
  | 'html'
  | 'hang'
  | 'hang in the body'
  | '50 MB'
  | '50 MB, packed'
  | 'another trader'
  | 'redirect'
  | 'redirect elsewhere'
  | 'redirect for ever';

/** A fake server that speaks Pocket Option's `user-info`, well-formed or not. */
export interface FakePocket {
  readonly url: string;
  readonly partnerId: string;
  readonly apiToken: string;
  mode: PocketMode;
  /** Fields of a normal answer that differ from the recorded one; undefined omits a field. */
  change: Readonly<Record<string, unknown>>;
  /** Of a 429. */
  retryAfter: string | null;
  /** Target of `redirect elsewhere`. */
  elsewhere: string;
  /** Addresses requested so far. */
  readonly requested: string[];
  /** Bytes of a `50 MB` answer that the client received. */
  bytesSent: number;
  /** Number of pending requests, and its maximum so far. */
  readonly open: { now: number; max: number };
  /** Resolves once that many requests are pending. */
  untilOpen(count: number): Promise<void>;
  /** From now on connections are refused, until it restarts at the same address. */
  goAway(): Promise<void>;
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

const recorded = new URL('../../../fixtures/broker/pocket/user-info.json', import.meta.url);
const userInfo = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, unknown>;
const address = /^(?:\/en)?\/api\/user-info\/(\d+)\/([\w-]+)\/([0-9a-f]{32})$/;

export async function startFakePocket(): Promise<FakePocket> {
  const server = createServer((request, response) => answer(request, response));
  const close = (): Promise<void> => closeServer(server);
  const port = await listenLocally(server);
  const waits: { count: number; resolve: () => void }[] = [];
  const fake: FakePocket = {
    url: `http://127.0.0.1:${port}`,
    partnerId: 'partner-1',
    apiToken: 'a-token-nobody-may-see',
    mode: 'normal',
    change: {},
    retryAfter: null,
    elsewhere: 'http://127.0.0.1:9',
    requested: [],
    bytesSent: 0,
    open: { now: 0, max: 0 },
    untilOpen: (count) =>
      fake.open.now >= count ? Promise.resolve() : new Promise((resolve) => waits.push({ count, resolve })),
    goAway: close,
    reconnect: async () => {
      if (!server.listening) await listenLocally(server, { port });
    },
    stop: close,
  };

  const count = (response: ServerResponse): void => {
    fake.open.now++;
    fake.open.max = Math.max(fake.open.max, fake.open.now);
    for (const wait of waits) if (fake.open.now >= wait.count) wait.resolve();
    response.once('close', () => fake.open.now--);
  };
  const isSigned = (id: string, partner: string, hash: string): boolean =>
    partner === fake.partnerId && hash === createHash('md5').update(`${id}:${partner}:${fake.apiToken}`).digest('hex');

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    fake.requested.push(path);
    count(response);
    const [, id, partner, hash] = address.exec(path) ?? [];
    if (!id || !partner || !hash) return print(response, 400, {});
    if (!isSigned(id, partner, hash)) return print(response, 403, {});
    if (fake.mode === 'redirect' && !path.startsWith('/en')) return redirect(response, `/en${path}`);
    if (fake.mode === 'redirect for ever') return redirect(response, path);
    if (fake.mode === 'redirect elsewhere') return redirect(response, `${fake.elsewhere}${path}`);
    answerAs(fake.mode, id, response);
  }

  function answerAs(mode: PocketMode, id: string, response: ServerResponse): void {
    if (mode === 'hang') return;
    if (mode === 'hang in the body') return void response.writeHead(200).write('{"uid":');
    if (mode === '50 MB') return sendMuch(response);
    if (mode === '50 MB, packed') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed());
    if (mode === 'html') return print(response, 200, '<!doctype html><title>Maintenance</title>');
    if (mode === '429' && fake.retryAfter !== null) response.setHeader('retry-after', fake.retryAfter);
    if (/^\d+$/.test(mode)) return print(response, Number(mode), { error: mode });
    const uid = mode === 'another trader' ? `${id}1` : id;
    print(response, 200, { ...userInfo, uid, ...fake.change });
  }

  function sendMuch(response: ServerResponse): void {
    const chunk = Buffer.alloc(65_536, ' ');
    const sendRest = (left: number): void => {
      if (left === 0 || response.destroyed) return void response.end();
      response.write(chunk, () => {
        fake.bytesSent += chunk.length;
        sendRest(left - 1);
      });
    };
    sendRest(800);
  }
  return fake;
}

const packed = (): Buffer => gzipSync(Buffer.alloc(50_000_000, ' '));

function print(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

const redirect = (response: ServerResponse, location: string): void => void response.writeHead(302, { location }).end();
