import { createServer } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { Signal } from '#contract/signals.ts';
import { CosignedCheckpoints, RecordStart } from '#contract/record/record.ts';
import { parseNote } from '#record/checkpoint.ts';
import { openCosignature } from '#node/notes.ts';
import { signIn } from '#tests/support/api-client.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createFakeWitness, type FakeWitness, serveWitness } from '#tests/support/record/fake-witness.ts';

// The product is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });
const waiting = { timeout: 120_000, interval: 500 };

let product: Product | null = null;
let witness: Awaited<ReturnType<typeof serveWitness>> | null = null;
afterEach(async () => {
  await product?.stop();
  await witness?.close();
});

async function listCosigned(url: string) {
  const answer = await fetch(`${url}/api/record/checkpoints`);
  return CosignedCheckpoints.parse(await answer.json()).items;
}

const isCosigned = (note: string, { key }: FakeWitness): boolean => {
  const { text, signatures } = parseNote(note) ?? { text: '', signatures: [] };
  return openCosignature(text, signatures, key) !== null;
};

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  await closeServer(server);
  return port;
}

it('a witness that is away while signals are issued cosigns them once it is there', async () => {
  const fake = createFakeWitness({ name: 'witness.example/w1', now: Date.now });
  const port = await findFreePort();
  product = await startProduct({
    WITNESSES: `${fake.vkey} http://127.0.0.1:${port}`,
    WITNESS_QUORUM: '1',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const { url } = product;
  const api = await signIn(url);
  const askForSignal = () => api.get('/python_api/signal/manual?symbol=EURUSD');
  const signal = await vi.waitFor(async () => {
    const { status, body } = await askForSignal();
    expect(status).toBe(200);
    return Signal.parse(body).recordIndex ?? Number.NaN;
  }, waiting);
  expect(await listCosigned(url)).toEqual([]);

  const { key: vkey } = RecordStart.parse((await api.get('/api/record')).body);
  fake.watch(vkey.split('+')[0] ?? '', vkey);
  witness = await serveWitness(fake, port);
  await vi.waitFor(async () => expect((await listCosigned(url)).length).toBeGreaterThan(0), waiting);
  const [first] = await listCosigned(url);
  expect(first?.size).toBeGreaterThan(signal);
  expect(isCosigned(first?.note ?? '', fake)).toBe(true);
  expect((await api.get('/api/record')).body).toMatchObject({ witnesses: { count: 1, quorum: 1 } });
  expect(isCosigned(await (await fetch(`${url}/api/record/checkpoint`)).text(), fake)).toBe(true);
});
