import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { checkNames } from '#contract/health.ts';
import { mailStatuses } from '#domain/accounts/mail.ts';
import { mapKeys } from '#domain/objects.ts';
import type { SystemState } from '#contract/admin/system.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { RecordedVersion } from '#server/modules/record/record.api.ts';
import type { SettledListener } from '#server/modules/signals/signals.api.ts';
import type { Machine } from '#server/modules/system/system.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { describeWith, isInstalled } from '#tests/support/network/installed.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { only } from '#tests/support/only.ts';
import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { type MetricsApi, metricsModule } from './module.ts';

const now = Date.UTC(2026, 10, 23, 12);

const instant = (secondsAgo: number): string => new Date(now - secondsAgo * 1_000).toISOString();

const state: SystemState = {
  now: instant(0),
  version: '1.0.0',
  startedAt: instant(60),
  processes: [],
  checks: [
    { name: 'database', state: 'ok' },
    { name: 'feed', state: 'degraded' },
  ],
  maintenance: null,
  database: { answerMs: 2, isArchiving: true },
  feed: {
    kind: 'deriv',
    isLive: true,
    isConnected: true,
    isMarketOpen: true,
    delayMs: 300,
    pairs: 2,
    notOffered: [],
    freshPairs: 1,
    accepted: 100,
    dropped: 3,
  },
  broker: { kind: 'pocket', state: 'down' },
  mail: { isSending: true, waiting: 2, oldestWaitingAt: instant(90), failed: 0 },
  consumers: [{ name: 'push', waiting: 3, lagMs: 2_500 }],
  jobs: [{ queue: 'send-mail', due: 2, later: 1, active: 0, failed: 4 }],
  record: {
    state: 'kept',
    size: 1_234,
    checkpoint: { size: 1_200, signedAt: instant(8) },
    witnesses: [
      { name: 'w1.example', size: 1_200, cosignedAt: instant(12), error: null },
      { name: 'w2.example', size: null, cosignedAt: null, error: null },
    ],
  },
  llm: {
    callsOfHour: 12,
    callsPerHour: 600,
    callsOfDay: 70,
    callsPerDay: null,
    costOfDayUsd: 0.25,
    costPerDayUsd: 5,
    callsOfUserPerHour: 30,
  },
  signals: { open: 5, overdue: 1 },
};

const machine: Machine = {
  freeBytes: 2 ** 33,
  backupAt: now - 3_600_000,
  address: { state: 'up', certificateEndsAt: now + 86_400_000 },
};

const iso = (at: number): string => new Date(at).toISOString();
const version: RecordedVersion = {
  index: 1,
  leaf: {
    kind: 'version',
    model: 'kurs_ai_v2',
    id: 'v',
    file: 'f'.repeat(64),
    calibration: { from: iso(now - 90 * 86_400_000), to: iso(now - 3_600_000), decisions: 1, factors: [] },
    at: iso(now - 3_600_000),
  },
};

const forecast = (hasEdge: boolean): Forecast =>
  ({ model: 'kurs_ai_v2', passability: hasEdge ? 57 : 54 }) as Partial<Forecast> as Forecast;

let started: ServerModule<MetricsApi>;
afterEach(async () => {
  for (const { stop } of started.components) await stop();
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return address && typeof address === 'object' ? address.port : 0;
}

async function startMetrics({ isLive = true } = {}) {
  const port = await freePort();
  let publish: (forecasts: readonly Forecast[]) => void = () => undefined;
  let settle: SettledListener = () => undefined;
  let tick: Tick | null = { symbol: 'EURUSD', time: now - 1_500, receivedAt: now, bid: 1.1, ask: 1.1 };
  const platform = testPlatform(noDatabase, { clock: { now: () => now } });
  started = metricsModule({
    ...platform,
    config: testConfig({ metrics: { host: '127.0.0.1', port } }),
    market: {
      ...platform.market,
      feed: { id: 'deriv', kind: 'deriv', isLive, symbols: ['EURUSD', 'USDJPY'], notOffered: [] },
      lastTick: (symbol) => (symbol === 'EURUSD' ? tick : null),
      age: () => 250,
      onForecasts: (listener) => void (publish = listener),
    },
    system: only({ readSystem: async () => state, readMachine: async () => machine }),
    events: only({ streamCount: () => 7 }),
    mail: only({ countMails: async () => ({ counts: mapKeys(mailStatuses, () => 3), oldestQueuedAt: null }) }),
    record: only({ readVersions: async () => new Map([['kurs_ai_v2', version]]) }),
    signals: only({ onSettled: (listener) => void (settle = listener) }),
  });
  for (const { start } of started.components) await start();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    publish: (forecasts: readonly Forecast[]) => publish(forecasts),
    settle: (lags: readonly (number | null)[]) => settle(lags.map((lagMs) => ({ id: 's', lagMs }))),
    loseTick: () => void (tick = null),
    scrape: async () => (await fetch(`${url}/metrics`)).text(),
  };
}

/** Every metric of our own with its labels. Dashboards and alerts depend on them. */
const expected: Readonly<Record<string, readonly string[]>> = {
  kurs_backup_age_seconds: [],
  kurs_board_age_seconds: [],
  kurs_calibration_age_seconds: ['model'],
  kurs_certificate_remaining_seconds: [],
  kurs_check_state: ['check'],
  kurs_consumer_lag_seconds: ['consumer'],
  kurs_data_free_bytes: [],
  kurs_database_answer_seconds: [],
  kurs_forecasts_total: ['model', 'result'],
  kurs_http_request_duration_seconds: ['method', 'route', 'status', 'error'],
  kurs_jobs: ['queue', 'state'],
  kurs_leader: [],
  kurs_mails: ['status'],
  kurs_market_open: [],
  kurs_public_address_up: [],
  kurs_record_checkpoint_age_seconds: [],
  kurs_record_cosignature_age_seconds: ['witness'],
  kurs_record_leaves: [],
  kurs_settlement_lag_seconds: [],
  kurs_signals: ['state'],
  kurs_state_read: [],
  kurs_streams: [],
  kurs_tick_age_seconds: ['symbol'],
  kurs_ticks: ['verdict'],
  kurs_wal_archiving: [],
};
const ofNode = /^kurs_(process|nodejs)_/;
const common = ['instance', 'role', 'le'];

test('a scrape contains exactly the listed metrics with their labels', async () => {
  const { publish, scrape } = await startMetrics();
  publish([forecast(true)]);
  const app = await createTestApp({ observe: started.api.observe });
  await app.inject('/api/health');
  const text = await scrape();
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => !ofNode.test(name));
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [name, labels] of Object.entries(expected)) {
    const samples = [...text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{([^}]*)\\}`, 'gm'))];
    expect(samples.length, name).toBeGreaterThan(0);
    const used = samples.flatMap(([, list]) => [...(list ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label ?? ''));
    expect(new Set(used.filter((label) => !common.includes(label))), name).toEqual(new Set(labels));
  }
});

test('an answer of 5xx is counted with the code of its error: maintenance, of calls and of pages, is none of a route', async () => {
  const { scrape } = await startMetrics();
  const maintenance = { get: () => ({ until: null }), timezone: 'Europe/Kyiv' };
  const app = await createTestApp({ observe: started.api.observe, maintenance });
  for (const url of ['/api/health', '/api/plan', '/en/plan']) await app.inject(url);
  const counted = [...(await scrape()).matchAll(/^kurs_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
  const labels = counted.map(([, list = '', count]) => [
    ...['status', 'error'].map((name) => new RegExp(`${name}="(\\w*)"`).exec(list)?.[1]),
    count,
  ]);
  expect(labels).toEqual([
    ['200', '', '1'],
    ['503', 'maintenance', '2'],
  ]);
});

test.each([
  [true, 1],
  [false, 0],
])('the age of a calibration is measured with a live feed (%s) alone', async (isLive, samples) => {
  const { scrape } = await startMetrics({ isLive });
  expect([...(await scrape()).matchAll(/^kurs_calibration_age_seconds\{/gm)]).toHaveLength(samples);
});

const folder = fileURLToPath(new URL('../../../../deploy/prometheus/', import.meta.url));
const rules = readFileSync(`${folder}alerts.yml`, 'utf8');
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

test('rules and the dashboard read every metric, and no other', () => {
  const read = `${rules} ${readFileSync(`${folder}grafana-dashboard.json`, 'utf8')}`.match(/\bkurs_[a-z0-9_]+/g) ?? [];
  const names = read.map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => !ofNode.test(name));
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(expected).toSorted());
});

test('rules name only checks of readiness', () => {
  const named = [...rules.matchAll(/check="(\w+)"/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !checkNames.some((one) => one === name))).toEqual([]);
});

test('the operator finds a paragraph about every alert', () => {
  const operating = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, section = ''] = operating.split('\n## Metrics and alerts\n');
  const paragraphs = [...section.matchAll(/^#### (Kurs\w+)\n\n\S/gm)].map(([, name]) => name);
  expect(paragraphs).toEqual(alerts);
});

test('every rule has a case where it is silent and one where it fires', () => {
  const cases = readFileSync(`${folder}alerts.test.yml`, 'utf8');
  const tested = cases.matchAll(/alertname="(\w+)",[^,]*$\n.* expr: \*alert, .* value: 1 }\] }$/gm);
  expect(new Set([...tested].map(([, name]) => name))).toEqual(new Set(alerts));
});

describeWith({ promtool: isInstalled('promtool') })('promtool', () => {
  test.each(['check config prometheus.yml', 'test rules alerts.test.yml'])('%s', (command) => {
    const { status, stdout, stderr } = spawnSync('promtool', command.split(' '), { cwd: folder, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});
