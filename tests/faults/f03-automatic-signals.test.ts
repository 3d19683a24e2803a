import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AutoRun } from '#contract/signals.ts';
import { signIn } from '#tests/support/api-client.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { writeRecordedMarket } from '#tests/support/market/recorded-market.ts';

/** A market minute takes two seconds. */
let recorded: Awaited<ReturnType<typeof writeRecordedMarket>>;
let dataDir: string;
let product: Product;

const start = (): Promise<Product> =>
  startProduct({
    FEED: 'replay',
    REPLAY_FILES: recorded.files.join(','),
    REPLAY_SPEED: '30',
    THIN_HOURS: 'include',
    DATA_DIR: dataDir,
  });

beforeAll(async () => {
  recorded = await writeRecordedMarket(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY']);
  dataDir = await mkdtemp(join(memoryFolder(), 'kurs-automatic-'));
  await chmod(dataDir, 0o755);
  product = await start();
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await recorded?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

it('F3 automatic signals continue after the process was killed while a signal was open', async () => {
  const before = await signIn(product.url);
  const request = { aiModel: 'manual', symbol: 'EURUSD', interval: 3, stopAfterLosses: 20 };
  const begun = await before.send('POST', '/api/signal/start', request);
  expect(begun.status).toBe(200);
  const running = await waitForRun(before, ({ state }) => state === 'running');
  expect(running).toMatchObject({ id: begun.body.session.id, signalsToday: 1 });

  product.process.kill('SIGKILL');
  await once(product.process, 'close');
  product = await start();

  const after = await signIn(product.url);
  const next = await waitForRun(
    after,
    ({ state, lastSignalId }) => state === 'running' && lastSignalId !== running.lastSignalId,
  );
  expect(next).toMatchObject({ id: running.id, signalsToday: 2, aiModel: 'manual', symbol: 'EURUSD' });
  const { body } = await after.get(`/api/signal/user/${after.user.id}`);
  // A restarted replay may be at an earlier minute, so the order of the two signals is undefined.
  const items = new Map(body.items.map((item: { id: string }) => [item.id, item]));
  expect(new Set(items.keys())).toEqual(new Set([next.lastSignalId, running.lastSignalId]));
  expect(items.get(running.lastSignalId)).toMatchObject({ status: 'settled' });
}, 120_000);

/** The first event of the run that satisfies the condition, from the beginning of the stream. */
async function waitForRun(
  api: Awaited<ReturnType<typeof signIn>>,
  satisfies: (session: AutoRun) => boolean,
): Promise<AutoRun> {
  const getAutoRun = ({ event, data }: { event?: string | undefined; data: string }): AutoRun[] =>
    event === 'session' ? [AutoRun.parse(JSON.parse(data))] : [];
  const messages = await api.listen((message) => getAutoRun(message).some(satisfies), '0');
  const session = messages.flatMap(getAutoRun).find(satisfies);
  if (!session) throw new Error('the stream ended before the session said so');
  return session;
}
