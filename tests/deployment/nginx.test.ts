import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http';
import { get as getOverTls } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';
import { describeWith, isInstalled } from '#tests/support/network/installed.ts';
import { hasNginx, type ProductionNginx, startProductionNginx } from '#tests/support/network/start-nginx.ts';

const domain = 'kurs.example';
const json = JSON.stringify({ items: Array.from({ length: 500 }, (_, i) => ({ i, name: `signal ${i}` })) });

let nginx: ProductionNginx;
let upstream: Server;
let seen: IncomingHttpHeaders = {};
/** Sends the second event. */
let sendMore: () => void = () => undefined;

/** Stands for an api process. */
const answer: RequestListener = (request, response) => {
  seen = request.headers;
  const path = request.url?.split('?')[0];
  if (path === '/api/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    sendMore = () => response.end('data: 2\n\n');
  } else if (path === '/broken') request.socket.destroy();
  else if (path === '/busy') response.writeHead(503, { 'retry-after': '5' }).end('{"code":"database_down"}');
  else response.writeHead(200, { 'content-type': 'application/json' }).end(json);
};

describeWith({ nginx: hasNginx, openssl: isInstalled('openssl') })('nginx of production', () => {
  beforeAll(async () => {
    upstream = createServer(answer);
    nginx = await startProductionNginx(domain, [await listenLocally(upstream)]);
  });
  afterAll(async () => {
    await nginx?.stop();
    await closeServer(upstream);
  });

  const ca = () => readFileSync(join(nginx.folder, 'fullchain.pem'));
  const toNginx = (path: string, headers: Readonly<Record<string, string>> = {}): RequestOptions => ({
    host: '127.0.0.1',
    path,
    agent: false,
    headers: { host: domain, ...headers },
  });
  const call = async (path: string, headers?: Readonly<Record<string, string>>) => {
    const [response] = await once(
      getOverTls({ ...toNginx(path, headers), port: nginx.tlsPort, servername: domain, ca: ca() }),
      'response',
    );
    return response;
  };
  const callPlain = async (path: string, host = domain) => {
    const [response] = await once(get({ ...toNginx(path, { host }), port: nginx.port }), 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
  /** The code of the error where the connection is not made. */
  const shake = (options: ConnectionOptions): Promise<TLSSocket | string> => {
    const socket = connect({ port: nginx.tlsPort, host: '127.0.0.1', servername: domain, ca: ca(), ...options });
    return new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(socket.destroy()));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  };
  const readLogs = () =>
    ['access.log', 'error.log', 'start.log'].map((name) => readFileSync(join(nginx.folder, name), 'utf8')).join('');

  it('sends every address to https, except the proof that certbot leaves for its authority', async () => {
    const { status, headers } = await callPlain('/uk/history?page=2');
    expect([status, headers.location]).toEqual([301, `https://${domain}/uk/history?page=2`]);
    writeFileSync(join(nginx.folder, '.well-known/acme-challenge/token'), 'proof');
    expect(await callPlain('/.well-known/acme-challenge/token')).toMatchObject({ status: 200, body: 'proof' });
  });

  it('speaks TLS 1.2 and 1.3 and HTTP/2, and nothing older', async () => {
    const versions = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1'] as const;
    const shaken = versions.map((version) =>
      shake({ minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0', ALPNProtocols: ['h2'] }),
    );
    const [newest, older, old] = await Promise.all(shaken);
    for (const socket of [newest, older]) expect(socket).toMatchObject({ authorized: true, alpnProtocol: 'h2' });
    expect(old).toMatch(/^ERR_SSL_|ECONNRESET/);
  });

  it('has no answer for another host or an address', async () => {
    await expect(callPlain('/', 'other.example')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(callPlain('/', '127.0.0.1')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await shake({ servername: 'other.example' })).toMatch(/^ERR_SSL_.*UNRECOGNIZED_NAME/);
    await expect(call('/', { host: 'other.example' })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('passes host, scheme and address of the visitor, and names no version of itself', async () => {
    const { headers } = await call('/api/health');
    expect(seen).toMatchObject({ host: domain, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' });
    const redirected = await callPlain('/');
    expect([headers.server, redirected.headers.server]).toEqual(['nginx', 'nginx']);
    expect(redirected.body).not.toMatch(/nginx\/\d/);
  });

  it('compresses the answers of calls, and events leave one by one as they come', async () => {
    const packed = await call('/api/signals', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const chunks: Buffer[] = [];
    for await (const chunk of packed) chunks.push(chunk);
    expect(String(gunzipSync(Buffer.concat(chunks)))).toBe(json);

    const stream = await call('/api/events?token=abc', { 'accept-encoding': 'gzip' });
    expect(stream.headers['content-encoding']).toBeUndefined();
    const events = stream.iterator();
    expect(String((await events.next()).value)).toBe('data: 1\n\n');
    sendMore();
    expect(String((await events.next()).value)).toBe('data: 2\n\n');
  });

  it('says in every language that no process answers, and passes what the product answers with 503', async () => {
    const response = await call('/broken', { 'accept-language': 'uk' });
    const { statusCode, headers } = response;
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '15', 'no-store']);
    const page = await text(response);
    expect(page).toContain('Сайт зараз не відповідає');
    expect(page).not.toContain('Kurs');
    expect((await callPlain('/unavailable.html')).status).toBe(301);

    const busy = await call('/busy');
    expect([busy.statusCode, busy.headers['retry-after'], await text(busy)]).toEqual([
      503,
      '5',
      '{"code":"database_down"}',
    ]);
  });

  it('logs the path of each request and what the processes answered, never a query string', async () => {
    await text(await call('/api/broker/registrations?key=secret-1', { referer: `https://${domain}/?code=secret-2` }));
    await text(await call('/broken?token=secret-3'));
    await callPlain('/uk?token=secret-4');
    // A line is written once the answer has left.
    await vi.waitFor(() => expect(readLogs()).toContain('GET /uk '));
    const logs = readLogs();
    expect(logs).toMatch(/GET \/api\/broker\/registrations HTTP\/1\.1 200 \d+ [\d.]+ 127\.0\.0\.1:\d+ 200 /);
    expect(logs).toMatch(/GET \/broken HTTP\/1\.1 503 \d+ [\d.]+ \S+, \S+ 502, 502 /);
    expect(logs).toMatch(/GET \/uk HTTP\/1\.1 301 /);
    expect(logs).not.toMatch(/secret-\d/);
  });
});
