import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { RecordEquity, RecordNewest, type RecordSummary } from '#contract/record/views.ts';
import { ModelFigures } from '#contract/record/record.ts';
import { Outlook } from '#contract/signals.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createTestSignals } from '#tests/support/test-signals.ts';

let product: Product;
afterEach(async () => {
  await product?.stop();
});

const read = async <Answer>(path: string): Promise<Answer> => {
  const response = await fetch(`${product.url}/api/record${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
};

interface PlayedItem {
  readonly kind: string;
  readonly at: string;
  readonly leafHash: string;
  readonly leaf: { readonly played?: string; readonly forecasts?: readonly string[] };
}

/** What the verifier prints; rejects when it finds a failure. */
async function verify(): Promise<string> {
  const path = fileURLToPath(new URL('../../scripts/verify-record.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, product.url]);
  return stdout;
}

/** Leaves the processor to the product. */
const pollMs = 100;

/** Until the past is in the record: before that, no signal can be given. */
async function untilReady(): Promise<void> {
  while ((await fetch(`${product.url}/api/ready`)).status !== 200) await pause(pollMs);
}

/** The figures once all stated forecasts of a model are counted, which goes on in the background. */
async function computeFigures(stated: number): Promise<ModelFigures[]> {
  for (;;) {
    const figures = ModelFigures.array().parse(await read('/models'));
    const own = figures.find(({ aiModel }) => aiModel === 'kurs_ai_v2');
    if ((own?.shadow?.stated ?? 0) >= stated) return figures;
    await pause(pollMs);
  }
}

it('plays the past of a demo into its record, marked as such, before anything else is recorded', async () => {
  const calibrated = { CALIBRATION_DAYS: '90', PAIRS: 'EURUSD,GBPUSD,USDJPY,AUDUSD,EURGBP,EURJPY,GBPJPY,AUDJPY' };
  product = await startProduct({ DEMO_HISTORY_HOURS: '8', RATE_LIMIT_PER_MINUTE: '0', ...calibrated });
  await untilReady();
  const { played, feed } = await read<RecordSummary>('/summary');
  expect(feed.kind).toBe('simulated');
  expect(played?.minutes).toBeGreaterThan(100);
  const { items } = await read<{ items: PlayedItem[] }>('?from=0&limit=20');
  expect(items[0]?.leaf.played).toBeDefined();
  expect(Date.parse(items[0]?.leaf.played ?? '')).toBeGreaterThan(Date.parse(items.at(-1)?.at ?? ''));
  const isCalibration = ({ kind }: PlayedItem): boolean => kind === 'calibration';
  const first = items.findIndex((item) => !isCalibration(item));
  expect(first).toBeGreaterThan(0);
  const known = items.slice(0, first).map(({ leafHash }) => leafHash.slice(0, 8));
  const versions = items[first]?.leaf.forecasts?.map((line) => line.split(' ')[1]?.split('+')[1] ?? '') ?? [];
  for (const id of versions) expect([...known, 'uncalibrated']).toContain(id);
  expect(versions.filter((id) => id !== 'uncalibrated')).toHaveLength(first);
  const newest = RecordNewest.parse(await read('/newest'));
  expect(newest.forecasts.length).toBeGreaterThanOrEqual(4);
  for (const { isPlayed, closes } of newest.forecasts) {
    expect(isPlayed).toBe(true);
    expect(closes.length).toBeGreaterThanOrEqual(30);
  }
  const stated = (played?.minutes ?? 0) * 5;
  const figures = await computeFigures(stated);
  expect(figures.find(({ aiModel }) => aiModel === 'kurs_ai_v2')).toMatchObject({
    total: 0,
    shadow: { stated },
    card: { from: '2018-10-01', to: '2018-12-31' },
  });
  // Calibrated before it is ready, up to the last rollover.
  expect(figures.find(({ aiModel }) => aiModel === 'kurs_ai_v2')?.calibration?.decisions).toBeGreaterThan(30_000);
  expect(await verify()).toContain("calibrations were computed at a demo's start");
  const issued = figures.reduce((sum, { shadow }) => sum + (shadow?.issued.total ?? 0), 0);
  expect(issued).toBeGreaterThan(0);
  expect(RecordEquity.parse(await read('/equity?source=shadow')).trades).toBeGreaterThanOrEqual(issued);
  expect(RecordEquity.parse(await read('/equity')).trades).toBe(0);
});

it('forecasts while the past of the demo is played, and gives no signal', async () => {
  const test = await createTestSignals();
  const { promise, resolve } = Promise.withResolvers<void>();
  test.past.play(promise);
  const person = await test.person();
  const refused = await person.get('/python_api/signal/manual?symbol=EURUSD&interval=3');
  const message = 'The demo is still building its record of the past days. The first signals come in about a minute.';
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'feed_stale', message }]);
  const { models } = Outlook.parse((await person.get('/python_api/outlook')).json());
  expect(models.some(({ durations }) => durations.some(({ hasSignal }) => hasSignal))).toBe(true);
  resolve();
  await promise;
  expect((await person.get('/python_api/signal/manual?symbol=EURUSD&interval=3')).statusCode).toBe(200);
  await test.close();
});

it('begins with an empty record without a demo’s past', async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  await untilReady();
  expect((await read<RecordSummary>('/summary')).played).toBeNull();
});
