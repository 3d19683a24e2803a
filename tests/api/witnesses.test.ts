import { createServer } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { CosignedCheckpoints } from '#contract/record/record.ts';
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
  await vi.waitFor(async () => expect((await askForSignal()).status).toBe(200), waiting);
  const { items } = (await api.get(`/api/record?limit=1000`)).body as { items: { kind: string; index: number }[] };
  const signal = items.find(({ kind }) => kind === 'signal')?.index ?? Number.NaN;
  expect(await listCosigned(url)).toEqual([]);

  const vkey = (await (await fetch(`${url}/api/record/key`)).text()).trim();
  fake.watch(vkey.split('+')[0] ?? '', vkey);
  witness = await serveWitness(fake, port);
  await vi.waitFor(async () => expect((await listCosigned(url)).length).toBeGreaterThan(0), waiting);
  const [first] = await listCosigned(url);
  expect(first?.size).toBeGreaterThan(signal);
  expect(isCosigned(first?.note ?? '', fake)).toBe(true);
  expect((await api.get('/api/record/summary')).body).toMatchObject({ witnesses: { count: 1, quorum: 1 } });
  expect(isCosigned(await (await fetch(`${url}/api/record/checkpoint`)).text(), fake)).toBe(true);
});
