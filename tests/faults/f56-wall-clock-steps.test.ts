import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import type { FakeDeriv } from '#tests/support/market/fake-deriv.ts';
import { startTickingDeriv, tickingSettings } from '#tests/support/market/ticking-deriv.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { appendMany } from '#tests/support/record/grow-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

vi.setConfig({ testTimeout: isFullRun ? 600_000 : 240_000, hookTimeout: 60_000 });

const { status, stdout } = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
const isSkipped = status !== 0 && !process.env.CI;
if (isSkipped) console.warn('Skipped, because faketime is not installed (.ci/run installs it).');
const within = { timeout: 90_000, interval: 100 };
const stepsOnce = ['+5m', '+1h', '+1d', '-1h'];
const steps = isFullRun ? [...stepsOnce, ...stepsOnce] : stepsOnce;

interface Feed {
  readonly name: string;
  readonly start: () => Promise<{ readonly settings: Record<string, string>; readonly server: FakeDeriv | null }>;
}

const feeds: readonly Feed[] = [
  {
    name: 'the simulated feed',
    start: async () => ({
      settings: { FEED: 'simulated', SIMULATED_SEED: '1', DEMO: 'on', RATE_LIMIT_PER_MINUTE: '0' },
      server: null,
    }),
  },
  {
    name: 'a live feed',
    start: async () => {
      const server = await startTickingDeriv();
      return { settings: tickingSettings(server), server };
    },
  },
];

// Both wait for a minute to pass, so they wait at the same time.
describe.each(feeds)('F56 on $name a wall clock', { concurrent: true, skip: isSkipped }, ({ start }) => {
  let database: TestDatabase;
  let server: FakeDeriv | null;
  let folder: string;
  let settings: Record<string, string>;
  let product: Product;
  let api: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'kurs-clock-'));
    const started = await start();
    ({ server } = started);
    step('+0');
    settings = {
      ...started.settings,
      DATABASE_URL: database.url,
      LD_PRELOAD: stdout.trim(),
      FAKETIME_TIMESTAMP_FILE: join(folder, 'offset'),
      FAKETIME_NO_CACHE: '1',
      // A step of the wall clock leaves the monotonic clock alone.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    product = await startProduct(settings);
    api = await signIn(product.url);
  });
  afterAll(async () => {
    await product?.stop();
    await server?.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const step = (offset: string): void => writeFileSync(join(folder, 'offset'), offset);

  const readReady = async () => {
    const { checks, ready } = await (await fetch(`${product.url}/api/ready`)).json();
    return { ready, clock: checks.find(({ name }: { name: string }) => name === 'clock')?.state };
  };
  const untilReady = () =>
    vi.waitFor(async () => expect(await readReady()).toEqual({ ready: true, clock: 'ok' }), within);
  const untilNotReady = () =>
    vi.waitFor(async () => expect(await readReady()).toEqual({ ready: false, clock: 'down' }), within);

  const issue = (timeout = within.timeout): Promise<Signal> =>
    vi.waitFor(
      async () => {
        const { status: answered, body } = await api.get('/python_api/signal?interval=3&below=1');
        expect([answered, body.code]).toEqual([200, undefined]);
        expect(Date.parse(body.time)).toBeLessThanOrEqual(Date.now());
        return body;
      },
      { ...within, timeout },
    );

  /** Every instant that the record and the rows state. */
  async function expectNothingAhead(): Promise<void> {
    const { rows } = await database.pool.query<{ text: string }>(
      `select jsonb_build_object('at', at)::text as text from record_leaves
       union all select jsonb_build_object('issued', issued_at, 'opened', opened_at)::text from signals
       union all select jsonb_build_object('settled', settled_at)::text from outcomes
       union all select to_jsonb(h)::text from record_head h
       union all select jsonb_build_object('checkpoint', signed_at)::text from record_checkpoints`,
    );
    const leaves = (await listAllLeaves(database.db)).map(({ leaf }) => leaf);
    const texts = [...leaves.map((leaf) => JSON.stringify(leaf)), ...rows.map(({ text }) => text)];
    const instants = texts.flatMap((text) => text.match(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g) ?? []);
    expect(instants.length).toBeGreaterThan(0);
    expect(instants.filter((instant) => Date.parse(instant) > Date.now())).toEqual([]);
    const stated = leaves.flatMap((leaf) => ('at' in leaf ? [leaf.at] : []));
    expect(stated).toEqual(stated.toSorted());
  }

  const countMinutes = async (): Promise<number> =>
    Number((await database.pool.query(`select count(*) as n from record_leaves where kind = 'minute'`)).rows[0].n);
  const readSignal = async (id: string) =>
    (await database.pool.query('select status, result from signals where id = $1', [id])).rows[0];

  it('that steps by minutes, an hour and a day moves no time, and all goes on when it is back', async () => {
    await untilReady();
    const before = await issue();
    await vi.waitFor(async () => expect((await readSignal(before.id)).status).toBe('live'), within);
    for (const offset of steps) {
      step(offset);
      await untilNotReady();
      const refused = await api.get('/python_api/signal?interval=3&below=1');
      expect([refused.status, refused.body.code]).toEqual([503, 'clock_wrong']);
      expect(await readSignal(before.id)).toMatchObject({ status: 'live' });
      await expectNothingAhead();
      step('+0');
      await untilReady();
    }
    const minutes = await countMinutes();
    step('+1d');
    await untilNotReady();
    await vi.waitFor(async () => expect(await countMinutes()).toBeGreaterThan(minutes), within);
    await expectNothingAhead();
    step('+0');
    await untilReady();
    await api.send('DELETE', `/api/signal/delete/${before.id}`);
    const second = await issue();
    if (isFullRun)
      await vi.waitFor(async () => expect((await readSignal(before.id)).status).toBe('settled'), {
        ...within,
        timeout: 300_000,
      });
    expect((await readSignal(before.id)).result).not.toBe('void');
    await expectNothingAhead();
    // A simulated market is where its clock is; a live one shows that the clock was wrong from the start.
    if (server === null) return;
    await product.stop();
    await appendMany(database.db, 1, 0);
    step('+1d');
    product = await startProduct(settings);
    await untilNotReady();
    await expectNothingAhead();
    step('+0');
    await untilReady();
    // The first minute that is seen whole ends up to two minutes later; live-engine.test.ts has the bars.
    if (isFullRun) {
      api = await signIn(product.url);
      await api.send('DELETE', `/api/signal/delete/${second.id}`);
      await issue(150_000);
    }
    await expectNothingAhead();
  });
});
