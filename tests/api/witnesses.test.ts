import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CosignedCheckpoints } from '#contract/record/record.ts';
import { parseNote } from '#record/checkpoint.ts';
import { openCosignature, parseWitnessVkey, toWitnessVkey } from '#node/notes.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { openWitness } from '../../src/witness/run-witness.ts';

// Each test starts the product and a witness, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });
const waiting = { timeout: 120_000, interval: 500 };

const script = fileURLToPath(new URL('../../scripts/witness.ts', import.meta.url));
let folder: string;
let product: Product | null = null;
let witness: ChildProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'kurs-witnesses-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  if (witness?.exitCode === null) {
    witness.kill('SIGTERM');
    await once(witness, 'close');
  }
  await product?.stop();
  product = null;
  await rm(folder, { recursive: true, force: true });
});

async function listCosigned(url: string) {
  const answer = await fetch(`${url}/api/record/checkpoints`);
  return CosignedCheckpoints.parse(await answer.json()).items;
}

const isCosigned = (note: string, vkey: string): boolean => {
  const key = parseWitnessVkey(vkey);
  const { text, signatures } = parseNote(note) ?? { text: '', signatures: [] };
  return key !== null && openCosignature(text, signatures, key) !== null;
};

/** As soon as the market has a price. */
async function takeASignal(url: string): Promise<ApiClient> {
  const api = await signIn(url);
  const ask = () => api.get('/python_api/signal/manual?symbol=EURUSD');
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), waiting);
  return api;
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Until it has printed the line for WITNESSES, or ended. */
async function runWitness(...args: readonly string[]): Promise<string> {
  const { INIT_CWD: _calledIn, ...env } = process.env;
  const started = spawn(process.execPath, [script, '--folder', folder, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  witness = started;
  let output = '';
  return new Promise((resolve) => {
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^WITNESSES=.*\n/m.test(output)) resolve(output);
      });
    started.once('close', () => resolve(output));
  });
}

describe('a demo', () => {
  it('starts a witness of its own, says that it proves nothing, and ends it', async () => {
    product = await startProduct({ WITNESSES: '', DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' });
    const { url, output } = product;
    const api = await takeASignal(url);
    await vi.waitFor(async () => expect((await listCosigned(url)).length).toBeGreaterThan(0), waiting);
    expect(output()).toMatch(/Witness .*proves nothing/);
    expect((await api.get('/api/record/summary')).body).toMatchObject({ witnesses: { count: 1, quorum: 0 } });
    expect((await api.get('/api/signal/user/history')).body).toMatchObject({ items: [{ proof: 'unproven' }] });
    expect(statSync(join(folder, 'witness', 'key')).mode & 0o777).toBe(0o600);
    await product.stop();
    product = null;
    expect(() => statSync(join(folder, 'witness', 'lock'))).toThrow('ENOENT');
  });
});

describe('a witness that anybody runs', () => {
  it('is away while signals are issued, and cosigns once it is there, with the key read from the address', async () => {
    const opened = await openWitness({ folder, name: 'witness.example/w1' });
    opened.close();
    const vkey = toWitnessVkey(opened.key);
    const port = await aFreePort();
    product = await startProduct({
      WITNESSES: `${vkey} http://127.0.0.1:${port}`,
      WITNESS_QUORUM: '1',
      RATE_LIMIT_PER_MINUTE: '0',
    });
    const { url } = product;
    const api = await takeASignal(url);
    const { items } = (await api.get(`/api/record?limit=1000`)).body as { items: { kind: string; index: number }[] };
    const signal = items.find(({ kind }) => kind === 'signal')?.index ?? Number.NaN;
    expect(await listCosigned(url)).toEqual([]);

    const output = await runWitness('--log', url, '--port', String(port));
    expect(output).toContain(`WITNESSES=${vkey} http://127.0.0.1:${port}\n`);
    await vi.waitFor(async () => expect((await listCosigned(url)).length).toBeGreaterThan(0), waiting);
    const [first] = await listCosigned(url);
    expect(first?.size).toBeGreaterThan(signal);
    expect(isCosigned(first?.note ?? '', vkey)).toBe(true);
    expect((await api.get('/api/record/summary')).body).toMatchObject({ witnesses: { count: 1, quorum: 1 } });
    expect(isCosigned(await (await fetch(`${url}/api/record/checkpoint`)).text(), vkey)).toBe(true);
  });

  it.each([
    [['--port', 'x'], 2, '--port x'],
    [['--name', 'two words'], 2, '--name two words'],
    [['--colour', 'red'], 2, '--colour'],
    [[], 78, 'name one with --log'],
    [['--log', 'nonsense'], 78, '--log nonsense'],
    [['--log', 'http://127.0.0.1:9'], 78, 'its key could not be read'],
  ])('says what is wrong with %j', async (args, code, message) => {
    expect(await runWitness('--port', '0', ...args)).toContain(message);
    if (witness?.exitCode === null) await once(witness, 'close');
    expect(witness?.exitCode).toBe(code);
  });
});
