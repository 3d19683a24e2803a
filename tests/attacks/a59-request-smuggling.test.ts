import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const app = sharedByTests(createTestApp);
let port: number;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

/** Sends exactly these bytes and returns everything until the server closes the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const lines = (...all: string[]): string => all.join('\r\n');
const smuggled = lines('', 'GET /api/health HTTP/1.1', 'Host: x', '', '');

test.each([
  [
    'both lengths',
    lines('POST /api/x HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', smuggled),
  ],
  ['two lengths', lines('POST /api/x HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6', '', 'abcdef')],
  ['an unknown coding', lines('POST /api/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: xchunked', '', '0', '', '')],
  [
    'a space before the colon',
    lines('POST /api/x HTTP/1.1', 'Host: x', 'Transfer-Encoding : chunked', '', '0', '', ''),
  ],
  [
    'a broken chunk',
    lines(
      'POST /api/x HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      'zz',
      '',
      '',
    ),
  ],
  ['a folded header', lines('GET /api/health HTTP/1.1', 'Host: x', 'X-A: 1', ' folded', '', '')],
  ['no host', lines('GET /api/health HTTP/1.1', '', '')],
  ['no HTTP', lines('hello', '', '')],
])('A59: %s ends the connection with a single error in the common format', async (_name, bytes) => {
  const answer = await send(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  expect(answer).not.toContain('200 OK');
});

test('A59: TRACE is rejected and echoes nothing', async () => {
  const answer = await send(
    lines('TRACE /api/health HTTP/1.1', 'Host: x', 'X-Secret: told', 'Connection: close', '', ''),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 (400|405) /);
  expect(answer).not.toContain('told');
});

test('A59: an unknown expectation is ignored, so the answer has its headers', async () => {
  const answer = await send(
    lines('GET /api/nothing HTTP/1.1', 'Host: x', 'Expect: a miracle', 'Connection: close', '', ''),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toContain('x-frame-options: DENY');
  expect(answer).toContain('"code":"not_found"');
});

test('A59: HTTP/1.0 is answered and the connection is closed', async () => {
  expect(await send(lines('GET /api/health HTTP/1.0', '', ''))).toMatch(/^HTTP\/1\.1 200 /);
});

test('A48: a client has 10 s for its headers and 15 s for the whole request', () => {
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([10_000, 15_000]);
});
