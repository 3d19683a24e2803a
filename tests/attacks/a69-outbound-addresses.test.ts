import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { createHttpsOutbound, isAllowedHost, OutboundError } from '#server/integrations/outbound/outbound.ts';
import { startFakeEndpoint } from '#tests/support/network/fake-endpoint.ts';
import { testCertificate as ca } from '#tests/support/network/test-certificate.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const endpoint = sharedByTests(startFakeEndpoint);
beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.answer = 204;
});

/** A name server that answers each query with the next of these addresses, then with the last. */
function resolvingTo(...answers: string[]): LookupFunction {
  let asked = 0;
  return (_name, options, done) => {
    const address = answers[Math.min(asked++, answers.length - 1)] ?? '';
    const family = address.includes(':') ? 6 : 4;
    const all: LookupAddress[] = [{ address, family }];
    if (options.all) done(null, all);
    else done(null, address, family);
  };
}

const body = '{"a":1}';
const call = (url: string, options: Partial<Parameters<typeof createHttpsOutbound>[0]> = {}) =>
  createHttpsOutbound({ allowsPrivate: false, ca, ...options })({ url, headers: {}, body }).catch((error: unknown) =>
    error instanceof OutboundError ? error.reason : error,
  );

it.each([
  'https://127.0.0.1',
  'https://10.0.0.1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1',
  'https://0.0.0.0',
  'https://2130706433',
  'https://0x7f000001',
  'https://017700000001',
  'https://127.0.0.1.',
  'https://①②⑦.0.0.1',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:7f00:1]',
  'https://[fe80::1]',
  'https://[fd00::1]',
  'https://[64:ff9b::7f00:1]',
  'https://255.255.255.255',
])('A69: %s is rejected when it is registered, and when it is called', async (url) => {
  expect(isAllowedHost(url, false)).toBe(false);
  expect(await call(url)).toBe('address_not_allowed');
});

it.each(['https://localhost', 'https://db.internal', 'https://intranet'])(
  'A69: the local name %s is rejected when it is registered',
  (url) => expect(isAllowedHost(url, false)).toBe(false),
);

it.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '240.0.0.1',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  // IPv4 within IPv6: mapped, mapped in hexadecimal, compatible, translated (NAT64), 6to4, Teredo.
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001::1',
])('A69: a public name that resolves to %s is rejected at connect, and nothing is sent', async (address) => {
  const url = `https://hooks.example:${endpoint.port}/`;
  expect(await call(url, { lookup: resolvingTo(address) })).toBe('address_not_allowed');
  expect(endpoint.received).toEqual([]);
});

it('A69: a name with a public and a private address is not called at the private one', async () => {
  const both: LookupFunction = (_name, options, done) => {
    const all: LookupAddress[] = [
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
    ];
    if (options.all) done(null, all);
    else done(null, '10.0.0.1', 4);
  };
  expect(await call(`https://hooks.example:${endpoint.port}/`, { lookup: both })).toBe('address_not_allowed');
});

it('A69: a name is resolved once a connection, so the address that was checked is the one that is called', async () => {
  const answers = ['127.0.0.1', '10.255.255.1'];
  let asked = 0;
  const lookup: LookupFunction = (name, options, done) => resolvingTo(answers[asked++] ?? '')(name, options, done);
  const url = `https://hooks.example:${endpoint.port}/`;
  expect(isAllowedHost(url, false)).toBe(true);
  expect(await call(url, { allowsPrivate: true, lookup })).toBe(204);
  expect(asked).toBe(1);
  expect(await call(url, { lookup })).toBe('address_not_allowed');
});

it('A69: http is rejected, even where private addresses are allowed', async () => {
  expect(await call(`http://127.0.0.1:${endpoint.port}/`, { allowsPrivate: true })).toBe('address_not_allowed');
});

const own = { allowsPrivate: true };

it('A69: with private addresses allowed the same endpoint is called', async () => {
  expect(await call(endpoint.url, own)).toBe(204);
  expect(endpoint.received).toMatchObject([{ path: '/hook', body: Buffer.from(body) }]);
});

it('A69: a redirect is not followed', async () => {
  endpoint.answer = (_request, response) => response.writeHead(307, { location: `${endpoint.url}/inner` }).end();
  expect(await call(endpoint.url, own)).toBe(307);
  expect(endpoint.received).toHaveLength(1);
});

it('A69: a head that drips in never outlasts the deadline', async () => {
  endpoint.answer = (_request, { socket }) => {
    const drip = setInterval(() => socket?.write('x-drip: 1\r\n'), 20);
    socket?.write('HTTP/1.1 200 OK\r\n');
    socket?.on('close', () => clearInterval(drip));
    socket?.on('error', () => undefined);
  };
  expect(await call(endpoint.url, { ...own, timeoutMs: 200 })).toBe('timeout');
});

it('A69: an endless body is cut after the head', async () => {
  const closed = Promise.withResolvers<number>();
  endpoint.answer = (_request, response) => {
    let written = 0;
    const chunk = Buffer.alloc(65_536);
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
      response.once('drain', write);
    };
    response.on('close', () => closed.resolve(written));
    response.writeHead(200);
    write();
  };
  expect(await call(endpoint.url, own)).toBe(200);
  expect(await closed.promise).toBeLessThan(50_000_000);
});

it('A69: a certificate of another name is rejected', async () => {
  const url = `https://other.example:${endpoint.port}/`;
  expect(await call(url, { ...own, lookup: resolvingTo('127.0.0.1') })).toBe('unreachable');
  expect(endpoint.received).toEqual([]);
});
