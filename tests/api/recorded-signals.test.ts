import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CosignedCheckpoints, RecordStart } from '#contract/record/record.ts';
import { Signal } from '#contract/signals.ts';
import { openCosignature } from '#node/notes.ts';
import { parseNote } from '#record/signed-note.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type FakeOpenAi, rejection, startFakeOpenAi } from '#tests/support/market/fake-openai.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createFakeWitness, serveWitness } from '#tests/support/record/fake-witness.ts';

/**
 * The whole product on its simulated market, with a fake language model server behind
 * OPENAI_BASE_URL and a witness that is away at first.
 */
let service: FakeOpenAi;
let product: Product;
let api: ApiClient;
let witnessPort: number;
let served: Awaited<ReturnType<typeof serveWitness>> | null = null;
const witness = createFakeWitness({ name: 'witness.example/w1', now: Date.now });
const waiting = { timeout: 120_000, interval: 500 };

beforeAll(async () => {
  const server = createServer();
  witnessPort = await listenLocally(server);
  await closeServer(server);
  service = await startFakeOpenAi();
  product = await startProduct({
    THIN_HOURS: 'include',
    OPENAI_API_KEY: service.key,
    OPENAI_BASE_URL: service.url,
    CHATGPT_4O_PRICE: '2.5/10',
    ADMIN_EMAILS: 'demo@kurs.example',
    WITNESSES: `${witness.vkey} http://127.0.0.1:${witnessPort}`,
    WITNESS_QUORUM: '1',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  api = await signIn(product.url);
  await api.listen(({ event, data }) => event === 'tick' && data.includes('EURUSD'));
  // Answers are about a minute that is stated.
  await vi.waitFor(async () => expect((await api.get('/api/record')).body.size).toBeGreaterThan(0), waiting);
}, 180_000);

afterAll(async () => {
  await product?.stop();
  await service?.stop();
  await served?.close();
});

const recordedSignals = async (): Promise<{ signal: { text: string | null } }[]> =>
  (await api.get('/api/record/entries')).body.items;
const ownSignals = async (): Promise<Signal[]> => (await api.get(`/api/signal/user/${api.user.id}`)).body.items;
const stated = (analytics: Signal['analytics']): number =>
  analytics.contributions.reduce((sum, { effect }) => sum + effect, 50);

describe('a signal from a language model', () => {
  let issued: Signal;

  it('is rejected during an outage of the service; nothing is issued or recorded, and no other model steps in', async () => {
    service.script(rejection('serverError'), rejection('serverError'));
    const answer = await api.get('/python_api/signal/chatgpt_4o?symbol=EURUSD&interval=5');
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable', details: { aiModel: 'chatgpt_4o', reason: 'service_down' } },
    });
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await ownSignals()).toEqual([]);
    expect(await recordedSignals()).toEqual([]);
  });

  it('is issued with the probability that its record supports, and states that it is not calibrated', async () => {
    service.script({ says: { p_up: 0.03, reasons: ['overbought', 'rise_slowing'] } });
    const answer = await api.get('/python_api/signal/chatgpt_4o?symbol=EURUSD&interval=5');
    expect(answer.status).toBe(200);
    issued = Signal.parse(answer.body);
    expect(issued).toMatchObject({ symbol: 'EURUSD', signal: 'SELL', aiModel: 'chatgpt_4o', status: 'entering' });
    expect(issued.passability).toBeGreaterThan(54.9);
    expect(issued.passability).toBeLessThan(59);
    expect(stated(issued.analytics)).toBeCloseTo(100 - issued.passability, 6);
    expect(issued.analytics.contributions.slice(0, 2)).toMatchObject([
      { feature: 'stated_probability', value: 3, effect: -47 },
      { feature: 'shrinkage_by_record', value: 0 },
    ]);
    expect(issued.analytics).toMatchObject({ sampleSize: 0, indicators: [] });
    // The demo account's language is Ukrainian.
    expect(issued.analytics.text).toMatch(
      /не відкалібровано: маємо 0 із 200.*Власні пояснення моделі: ціна зайшла зависоко/,
    );
    // Recorded and signed within a second or two, and not public yet.
    await vi.waitFor(async () => expect(await recordedSignals()).toMatchObject([{ signal: { text: null } }]), 5_000);
  });

  it('is explained from the data stored with it', async () => {
    const explained = await api.get(`/python_api/signal/chatgpt_4o/explain/${issued.id}`);
    expect(explained.body).toEqual(issued.analytics);
    expect((await api.get(`/python_api/signal/indicators_chatgpt_3.5/explain/${issued.id}`)).status).toBe(404);
  });
});

async function listCosigned() {
  const answer = await fetch(`${product.url}/api/record/checkpoints`);
  return CosignedCheckpoints.parse(await answer.json()).items;
}

const isCosigned = (note: string): boolean => {
  const { text, signatures } = parseNote(note) ?? { text: '', signatures: [] };
  return openCosignature(text, signatures, witness.key) !== null;
};

it('a witness that was away while signals were issued cosigns them once it is there', async () => {
  const [{ recordIndex }] = (await ownSignals()) as [Signal];
  expect(await listCosigned()).toEqual([]);
  const { key: vkey } = RecordStart.parse((await api.get('/api/record')).body);
  witness.watch(vkey.split('+')[0] ?? '', vkey);
  served = await serveWitness(witness, witnessPort);
  await vi.waitFor(async () => expect((await listCosigned()).length).toBeGreaterThan(0), waiting);
  const [first] = await listCosigned();
  expect(first?.size).toBeGreaterThan(recordIndex ?? Number.NaN);
  expect(isCosigned(first?.note ?? '')).toBe(true);
  expect((await api.get('/api/record')).body).toMatchObject({ witnesses: { count: 1, quorum: 1 } });
  expect(isCosigned(await (await fetch(`${product.url}/api/record/checkpoint`)).text())).toBe(true);
}, 180_000);
