import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getErrorCode } from '#domain/caught-error.ts';
import { signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { testCertificate, testCertificateKey } from '#tests/support/network/test-certificate.ts';

/** docs/api.md followed by the letter: its files are written, its commands run in their order. */
const page = await readFile('docs/api.md', 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = null, text = '']) => ({ language, file, text }),
);

let folder: string;
let product: Product;
let proxy: Server;
let receiverPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-api-page-'));
  await writeFile(join(folder, 'ca.pem'), testCertificate);
  // Answers end with a line break, so that each is a line of the output.
  await writeFile(join(folder, '.curlrc'), String.raw`write-out = "\n"`);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const { file, text } of blocks) if (file) await writeFile(join(folder, file), text);
  receiverPort = await freePort();
  proxy = await startProxy(receiverPort);
  product = await startProduct({
    THIN_HOURS: 'include',
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    RATE_LIMIT_PER_MINUTE: '0',
  });
  await untilSignals();
}, 120_000);

afterAll(async () => {
  await product?.stop();
  proxy?.close();
  await rm(folder, { recursive: true, force: true });
});

test('every block of the page is a file, an answer or a command', () => {
  const kinds = blocks.map(({ language, file }) => `${language} ${file ?? ''}`.trim());
  expect(new Set(kinds)).toEqual(new Set(['sh', 'json', 'ts client.mts', 'js receiver.mjs']));
  for (const { language, text } of blocks) if (language === 'json') JSON.parse(text);
});

test('the commands of the page create a key, take a signal, read, and receive a verified webhook', async () => {
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const hook = `https://localhost:${getPort(proxy)}/kurs`;
  const output = await runUntil(
    withValue(withValue(commands.join('\necho\n'), 'KURS', product.url), 'HOOK', hook),
    /^verified webhook\.test \{.*\}$/m,
  );
  expect(output).toMatch(/1 signals, the newest: EURUSD (BUY|SELL)/);
  expect(output).toMatch(/EUR\/USD is at \d\.\d+/);
  const [taken, history, stats, bars, price] = output
    .split('\n')
    .filter((line) => /^[[{]/.test(line))
    .map((line) => JSON.parse(line));
  expect(taken).toMatchObject({ symbol: 'EURUSD', duration: 5, aiModel: 'manual' });
  expect(history).toMatchObject({ total: 1, items: [{ id: taken.id }] });
  expect(stats).toHaveProperty('winRate', null);
  expect(Array.isArray(bars)).toBe(true);
  expect(price).toMatchObject({ symbol: 'EURUSD', price: expect.any(Number) });
});

test('the client of the page fits the generated types', () => {
  const options = [
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--types',
    'node',
    '--module',
    'nodenext',
    '--target',
    'es2023',
  ];
  const program = join(folder, 'node_modules/.bin/tsc');
  expect(() => execFileSync(program, [...options, 'client.mts'], { cwd: folder, encoding: 'utf8' })).not.toThrow();
});

test('the packages that the page installs are those that were tried here', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const installed = [...page.matchAll(/npm install ([\w-]+)`/g)].map(([, name = '']) => name);
  expect(installed).toEqual(['json-schema-to-typescript', 'standardwebhooks']);
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(installed));
});

/** Replaces the value of a variable that the reader replaces, too. */
function withValue(script: string, name: string, value: string): string {
  const changed = script.replace(new RegExp(`^${name}=\\S+$`, 'm'), `${name}=${value}`);
  if (changed === script) throw new Error(`docs/api.md sets no ${name}`);
  return changed;
}

/** Stops at the first command that fails, or as soon as the receiver printed the pattern. */
function runUntil(script: string, pattern: RegExp): Promise<string> {
  const PATH = `${resolve('node_modules/.bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH, PORT: String(receiverPort), CURL_HOME: folder };
  const child = spawn('bash', ['-c', `set -euo pipefail\n${script}\nwait`], { cwd: folder, env, detached: true });
  // The receiver outlives a shell that failed.
  const endGroup = (): void => {
    try {
      process.kill(-(child.pid ?? 0));
    } catch (error) {
      // Nothing of the group runs any more.
      if (getErrorCode(error) !== 'ESRCH') throw error;
    }
  };
  return new Promise((done, fail) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!pattern.test(output)) return;
      done(output);
      child.removeAllListeners('exit');
      endGroup();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      fail(new Error(`exit ${code}\n${output}`));
      endGroup();
    });
  });
}

/** A market that just started has no forecasts yet, and no price newer than its history. */
async function untilSignals(): Promise<void> {
  const api = await signIn(product.url);
  const hasForecast = (seen: { hasSignal: boolean; nearest: object | null }): boolean =>
    seen.hasSignal || seen.nearest !== null;
  for (;;) {
    const { status } = await api.get('/python_api/price/EURUSD');
    const { body } = await api.get('/python_api/outlook');
    if (status === 200 && body.models?.some(hasForecast)) return;
    // Leaves the processor to the product.
    await pause(50);
  }
}

/** https in front of the receiver, as the page asks for. */
async function startProxy(port: number): Promise<Server> {
  const server = createServer({ key: testCertificateKey, cert: testCertificate }, (incoming, answer) => {
    const { method, headers, url: path } = incoming;
    const onward = request({ port, method, path, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502);
      received.pipe(answer);
    });
    // The receiver does not listen yet: the delivery is repeated.
    onward.once('error', () => answer.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return server;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((listening) => server.listen(0, listening));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((closed) => server.close(() => closed()));
  return port;
}

const getPort = (server: Server): number => (server.address() as AddressInfo).port;
