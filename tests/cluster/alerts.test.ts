import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { alerts, alertSends } from '#server/database/tables/alert-tables.ts';
import { type MarketMessage, findPlaces, type PublishedMinute } from '#server/live/published-market.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { startFakePushService } from '#tests/support/network/fake-push-service.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { testCertificate } from '#tests/support/network/test-certificate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';

const places = findPlaces('simulated:1');
let database: TestDatabase;
let valkey: TestValkey;
let redis: Redis;
let push: Awaited<ReturnType<typeof startFakePushService>>;
let folder: string;
let user: ApiClient;
let processes: Product[] = [];

async function start(role: string): Promise<Product> {
  const started = await startProduct({
    ROLE: role,
    DATABASE_URL: database.url,
    REDIS_URL: valkey.url,
    SECRET: 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be',
    BROKER_API_URL: 'http://127.0.0.1:9',
    DEMO: 'on',
    FEED: 'simulated',
    SIMULATED_SEED: '1',
    PAIRS: 'EURUSD,GBPUSD,USDJPY',
    THIN_HOURS: 'include',
    PUSH_PRIVATE_ADDRESSES: 'on',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
  processes = [...processes, started];
  return started;
}

const until = async <T>(read: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (;;) {
    const value = await read();
    if (value) return value;
    await pause(50);
  }
};

/** A message of the engine, in which one forecast of a later minute is surer than any model. */
async function publishForecast(symbol: string): Promise<void> {
  // At its start the engine publishes once before it has forecast anything.
  const { minute, first } = await until(async () => {
    const published: PublishedMinute = JSON.parse((await redis.get(places.minute)) ?? '{"forecasts":[]}');
    const found = published.forecasts.find((one) => one.symbol === symbol && one.duration === 5);
    return found && { minute: published, first: found };
  });
  const decidedAt = Date.now();
  const barTime = Math.max(...minute.forecasts.map((one) => one.barTime)) + 5 * minuteMs;
  const sure: Forecast = { ...first, barTime, decidedAt, pUp: 0.95, passability: 95 };
  const message = await newestMessage();
  const sent: MarketMessage = { ...message, ticks: [], bars: [], minute: { ...minute, forecasts: [sure] } };
  await redis.publish(places.channel, JSON.stringify(sent));
}

async function newestMessage(): Promise<MarketMessage> {
  const listener = redis.duplicate();
  const message = new Promise<string>((resolve) => {
    listener.on('message', (_channel, text) => resolve(text));
  });
  await listener.subscribe(places.channel);
  const text = await message;
  listener.disconnect();
  return JSON.parse(text);
}

const listAlerts = () => database.db.select({ symbol: alerts.symbol }).from(alerts);

describeWithValkey('with a process for each role', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-alerts-'));
    await writeFile(join(folder, 'ca.pem'), testCertificate);
    [database, valkey, push] = await Promise.all([createTestDatabase(), startTestValkey(), startFakePushService()]);
    redis = new Redis(valkey.url);
    const [, api] = await Promise.all([start('engine'), start('api')]);
    user = await signIn(api.url);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    redis?.disconnect();
    await Promise.all([valkey?.kill(), push?.close()]);
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('an alert leaves from a worker, and once of two', async () => {
    const browser = push.subscribe();
    expect((await user.send('POST', '/api/push/subscriptions', browser.subscription)).status).toBe(201);
    const rule = { ...noAlerts, channels: ['push'], minPassability: 90 };
    expect((await user.send('PUT', '/api/alerts', rule)).status).toBe(200);
    await publishForecast('GBPUSD');

    await Promise.all([start('worker'), start('worker')]);
    // The api process and both workers copy the market.
    await until(async () => Number((await redis.pubsub('NUMSUB', places.channel))[1]) >= 3);
    await publishForecast('EURUSD');
    const [received] = await until(async () => {
      const all = await browser.received();
      return all.length > 0 && all;
    });
    expect(received?.payload).toMatchObject({ kind: 'alert', title: expect.stringContaining('EUR/USD') });
    // The engine and the api process had the first forecast to themselves, and made nothing of it.
    expect(await listAlerts()).toEqual([{ symbol: 'EURUSD' }]);
    await until(async () => (await database.db.select().from(alertSends)).every(({ state }) => state === 'sent'));
    expect(await browser.received()).toHaveLength(1);
  }, 120_000);
});
