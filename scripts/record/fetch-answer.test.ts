import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { escapeControl } from '#record/verify/findings.ts';
import { Withheld } from '#record/verify/record-source.ts';
import { fetchAnswer, type FetchLimits } from './fetch-answer.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';

let close: () => unknown = () => undefined;
afterEach(() => close());

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  close = () => closeServer(server);
  return new URL(`http://127.0.0.1:${await listenLocally(server)}/api/record`);
}

const limits: FetchLimits = { idleMs: 30_000, answerMs: 30_000, slowAfterMs: 10_000, waitMs: 10_000 };
const asked: number[] = [];
const needs = {
  fetchUrl: fetch,
  limits,
  now: Date.now,
  waited: { ms: 0 },
  pause: async (ms: number) => {
    asked.push(ms);
  },
};
const ask = (url: URL, max = 1_000, waited?: { ms: number }) =>
  fetchAnswer(url, { ...needs, waited: waited ?? { ms: 0 } }, max);
const askWithin = (url: URL, own: Partial<FetchLimits>) =>
  fetchAnswer(url, { ...needs, limits: { ...limits, ...own } }, 1_000);

/** Writes without an end, until the reader leaves. */
function pour(response: ServerResponse): void {
  const part = Buffer.alloc(65_536, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', write);
  write();
}

test('an honest answer is read whole', async () => {
  const url = await serve((_request, response) => response.end('leaves'));
  const { status, bytes } = await ask(url);
  expect([status, bytes.toString()]).toEqual([200, 'leaves']);
});

test('a body without an end is cut at its limit', async () => {
  const url = await serve((_request, response) => pour(response));
  await expect(ask(url, 100_000)).rejects.toThrow(/answered by more than 100000 bytes/);
});

test('a body that unpacks to more than its limit is refused as well', async () => {
  const packed = gzipSync(Buffer.alloc(10_000_000));
  const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  expect(packed.length).toBeLessThan(100_000);
  await expect(ask(url, 1_000_000)).rejects.toThrow(Withheld);
});

test('a redirect is not followed', async () => {
  let followed = false;
  const url = await serve((request, response) => {
    if (request.url === '/elsewhere') followed = true;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await expect(ask(url)).rejects.toThrow(/is answered by a redirect \(302\)/);
  expect(followed).toBe(false);
});

test('waiting is granted up to ten minutes in all, and the error says what was asked', async () => {
  const url = await serve((_request, response) => response.writeHead(429, { 'retry-after': '4' }).end());
  asked.length = 0;
  await expect(ask(url, 1_000, { ms: 0 })).rejects.toThrow(/asks to wait more than .* at last 4 s for \/api\/record/);
  expect(asked).toEqual([4_000, 4_000]);
  const hasty = await serve((_request, response) => response.writeHead(429, { 'retry-after': '-1' }).end());
  await expect(ask(hasty, 1_000, { ms: 9_500 })).rejects.not.toBeInstanceOf(Withheld);
});

test('an answer that stops coming ends, and so does one that drips for ever', async () => {
  const silent = await serve((_request, response) => response.write('x'));
  await expect(askWithin(silent, { idleMs: 60 })).rejects.toThrow(/does not answer .*nothing came for 0\.06 s/);
  close();
  const dripping = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  await expect(askWithin(dripping, { answerMs: 300 })).rejects.toThrow(/took longer than 0\.3 s/);
});

test('an answer must come at a kilobyte a second once ten seconds have passed', async () => {
  const url = await serve((_request, response) => {
    response.write('x'.repeat(20_000));
    setImmediate(() => response.end('x'));
  });
  const read = (msAPart: number) => {
    let time = 0;
    return fetchAnswer(url, { ...needs, now: () => (time += msAPart) }, 100_000);
  };
  await expect(read(30_000)).rejects.toThrow(/slower than 1024 bytes a second/);
  expect((await read(4_000)).bytes).toHaveLength(20_001);
});

test('what a record says cannot move the cursor, colour the terminal or turn the line', () => {
  const esc = String.fromCodePoint(0x1b);
  const turned = String.fromCodePoint(0x202e);
  expect(escapeControl(`a${esc}[2J\n${turned}b`)).toBe('a\\u{1b}[2J\\u{a}\\u{202e}b');
  expect(escapeControl('x'.repeat(5_000))).toHaveLength(1_501);
  expect(escapeControl('Рядок № 7: 1 % ✓')).toBe('Рядок № 7: 1 % ✓');
});

test('a question that met the end of an idle connection is asked again, once', async () => {
  const requests: string[] = [];
  const url = await serve((request, response) => {
    requests.push(request.url ?? '');
    if (requests.length === 1) request.socket.resetAndDestroy();
    else response.end('leaves');
  });
  expect((await ask(url)).bytes.toString()).toBe('leaves');
  expect(requests).toHaveLength(2);
});

test('a server that resets every connection does not answer', async () => {
  let requests = 0;
  const url = await serve((request) => {
    requests++;
    request.socket.resetAndDestroy();
  });
  await expect(ask(url)).rejects.toThrow(/does not answer/);
  expect(requests).toBe(2);
});
