import { createServer, type Server } from 'node:http';
import { hostname } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mailStatuses } from '#domain/accounts/mail.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { dayMs, secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { EventsApi } from '#server/modules/events/events.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import { isEdgeAt } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Machine, SystemApi } from '#server/modules/system/system.api.ts';
import type { Component } from '#server/start/component.ts';
import { toListenError } from '#server/start/listen-error.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { SystemState } from '#contract/admin/system.ts';

interface MetricsContext extends Platform {
  readonly system: SystemApi;
  readonly events: EventsApi;
  readonly mail: MailApi;
  readonly record: RecordApi;
  readonly signals: SignalsApi;
}

const off: ServerModule<MetricsApi> = { routes: [], api: { observe: () => undefined }, components: [] };

/** Prometheus metrics of this process on a private port; nothing is measured while METRICS_PORT is unset. */
export function metricsModule(ctx: MetricsContext): ServerModule<MetricsApi> {
  const { config, market, signals, log } = ctx;
  if (!config.metrics) return off;
  const metrics = createMetrics({ role: config.role, instance: `${hostname()}:${config.port}` });
  const { registry } = metrics;
  market.onForecasts((forecasts) => {
    for (const forecast of forecasts)
      metrics.forecasts.inc({
        model: forecast.model,
        result: isEdgeAt(forecast, config.payout) ? 'signalled' : 'abstained',
      });
  });
  signals.onSettled((settled) => {
    for (const { lagMs } of settled) if (lagMs !== null) metrics.settlementLag.observe(lagMs / secondMs);
  });
  const scrape = async (): Promise<string> => {
    // What the process measures itself is served also while the database is away.
    const isRead = await updateState(ctx, metrics).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'the state could not be read for a scrape');
        return false;
      },
    );
    metrics.stateRead.set(Number(isRead));
    return omitUnmeasured(await registry.metrics());
  };
  return {
    routes: [],
    api: {
      observe: ({ method, routeOptions }, reply) => {
        // A stream lasts as long as its reader stays.
        if (reply.getHeader('content-type') === 'text/event-stream') return;
        const { statusCode, errorCode } = reply;
        const error = statusCode >= 500 ? (errorCode ?? '') : '';
        const labels = { method, route: routeOptions.url ?? 'page', status: String(statusCode), error };
        metrics.calls.observe(labels, reply.elapsedTime / secondMs);
      },
    },
    components: [serveMetrics(config.metrics, registry.contentType, scrape, log)],
  };
}

/** The private port: `GET /metrics` and nothing else. */
function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  contentType: string,
  scrape: () => Promise<string>,
  log: Platform['log'],
): Component {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  return {
    name: 'metrics',
    start: () => listen(server, host, port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(toListenError(error, { port, host }, 'METRICS_') ?? error);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

export interface MetricsApi {
  /** Counts a request that has been answered. */
  observe(request: FastifyRequest, reply: FastifyReply): void;
}

const valueByState = { ok: 1, degraded: 0.5, down: 0 } as const;

/** Sets every gauge from the state at this moment; called once per scrape. */
async function updateState(ctx: MetricsContext, metrics: Metrics): Promise<void> {
  const { clock, marketClock, system, record, mail } = ctx;
  updateMarket(ctx, metrics);
  metrics.leading.set(Number(ctx.leader.isLeading()));
  metrics.streams.set(ctx.events.streamCount());
  updateMachine(metrics, await system.readMachine(), clock.now());
  const [state, versions, mails] = await Promise.all([
    system.readSystem(),
    record.readVersions(),
    mail.countMails(new Date(clock.now() - dayMs)),
  ]);
  for (const status of mailStatuses) metrics.mails.set({ status }, mails.counts[status]);
  updateSystem(metrics, state);
  updateRecord(metrics, state.record, clock.now());
  metrics.calibrationAge.reset();
  // Only a live feed has newer days to calibrate on.
  for (const [model, { leaf }] of versions)
    if (leaf.calibration && ctx.market.feed.isLive)
      metrics.calibrationAge.set({ model }, (marketClock.now() - Date.parse(leaf.calibration.to)) / secondMs);
}

function updateMarket({ market, marketClock }: MetricsContext, metrics: Metrics): void {
  metrics.tickAge.reset();
  for (const symbol of market.feed.symbols) {
    const tick = market.lastTick(symbol);
    if (tick) metrics.tickAge.set({ symbol }, (marketClock.now() - tick.time) / secondMs);
  }
  const age = market.age();
  setOrRemove(metrics.boardAge, age === null ? null : age / secondMs);
}

function updateMachine(metrics: Metrics, { freeBytes, backupAt, address }: Machine, now: number): void {
  metrics.freeBytes.set(freeBytes);
  setOrRemove(metrics.backupAge, backupAt && (now - backupAt) / secondMs);
  setOrRemove(metrics.addressUp, address.state === 'plain' ? null : Number(address.state === 'up'));
  setOrRemove(
    metrics.certificateRemaining,
    address.state === 'up' ? (address.certificateEndsAt - now) / secondMs : null,
  );
}

function updateSystem(metrics: Metrics, state: SystemState): void {
  const { checks, database, feed, signals, jobs } = state;
  for (const { name, state: check } of checks) metrics.checks.set({ check: name }, valueByState[check]);
  setOrRemove(metrics.databaseSeconds, database.answerMs === null ? null : database.answerMs / secondMs);
  setOrRemove(metrics.walArchiving, database.isArchiving === null ? null : Number(database.isArchiving));
  metrics.marketOpen.set(Number(feed.isMarketOpen));
  metrics.ticks.set({ verdict: 'accepted' }, feed.accepted);
  metrics.ticks.set({ verdict: 'dropped' }, feed.dropped);
  metrics.signals.set({ state: 'open' }, signals.open);
  metrics.signals.set({ state: 'overdue' }, signals.overdue);
  metrics.consumerLag.reset();
  for (const { name: consumer, lagMs } of state.consumers ?? [])
    metrics.consumerLag.set({ consumer }, lagMs / secondMs);
  metrics.jobs.reset();
  for (const { queue, due, later, active, failed } of jobs ?? [])
    for (const [jobState, count] of Object.entries({ due, later, active, failed }))
      metrics.jobs.set({ queue, state: jobState }, count);
}

function updateRecord(metrics: Metrics, { size, checkpoint, witnesses }: SystemState['record'], now: number): void {
  metrics.recordSize.set(size);
  setOrRemove(metrics.checkpointAge, checkpoint && secondsSince(checkpoint.signedAt, now));
  for (const { name, cosignedAt } of witnesses)
    if (cosignedAt !== null) metrics.cosignatureAge.set({ witness: name }, secondsSince(cosignedAt, now));
}

const secondsSince = (instant: string, now: number): number => (now - Date.parse(instant)) / secondMs;

/** An unknown value is left out: zero would look healthy. */
function setOrRemove(gauge: Metrics['boardAge'], value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}

interface Identity {
  readonly role: string;
  /** Host and port, which identify a process of the product. */
  readonly instance: string;
}

const forecastResults = ['signalled', 'abstained'] as const;

/** Latencies of a call in seconds: from a cached read to a language model's answer. */
const callBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds: a tick that is in flight is awaited for 1 s, a silent feed for 5 s. */
const lagBuckets = [1, 1.5, 2, 3, 5, 7.5, 10, 30, 60, 300];

/**
 * Every metric of the product, in one registry. Labels take few values: none of them is a user, an
 * address or an id.
 */
function createMetrics(identity: Identity) {
  const registry = new Registry();
  registry.setDefaultLabels(identity);
  collectDefaultMetrics({ register: registry, prefix: 'kurs_' });
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `kurs_${name}`, help, labelNames, registers });

  const forecasts = new Counter({
    name: 'kurs_forecasts_total',
    help: 'Forecasts of this process by model; abstained: below the threshold of the model',
    labelNames: ['model', 'result'] as const,
    registers,
  });
  // From the start, so that a rate over them is 0 and not absent.
  for (const { key: model } of aiModels) for (const result of forecastResults) forecasts.inc({ model, result }, 0);
  return {
    registry,
    calls: new Histogram({
      name: 'kurs_http_request_duration_seconds',
      help: 'Duration of HTTP requests, except streams, by route; error: the code of an answer of 5xx',
      labelNames: ['method', 'route', 'status', 'error'] as const,
      buckets: callBuckets,
      registers,
    }),
    forecasts,
    settlementLag: new Histogram({
      name: 'kurs_settlement_lag_seconds',
      help: 'Market time from the expiry of a signal to its settlement, in the leading process',
      buckets: lagBuckets,
      registers,
    }),
    streams: gauge('streams', 'Open event streams of this process'),
    stateRead: gauge(
      'state_read',
      '1: the gauges are of this scrape; 0: the state could not be read, and they are older',
    ),
    tickAge: gauge('tick_age_seconds', 'Age of the newest tick of a pair', ['symbol']),
    ticks: gauge('ticks', 'Ticks since the start of the engine', ['verdict']),
    boardAge: gauge('board_age_seconds', 'Time since the engine was last heard; 0 in its own process'),
    marketOpen: gauge('market_open', '1: the market is open'),
    leading: gauge('leader', '1: this process leads'),
    checks: gauge('check_state', 'Readiness checks: 1 ok, 0.5 degraded, 0 down', ['check']),
    freeBytes: gauge('data_free_bytes', 'Space left on the disk of DATA_DIR'),
    backupAge: gauge('backup_age_seconds', 'Time since the last backup was marked in DATA_DIR'),
    addressUp: gauge('public_address_up', '1: PUBLIC_URL answers a TLS handshake from here'),
    certificateRemaining: gauge('certificate_remaining_seconds', 'Until the certificate of PUBLIC_URL expires'),
    databaseSeconds: gauge('database_answer_seconds', 'Duration of a minimal query'),
    walArchiving: gauge('wal_archiving', '1: the log of the database is archived; 0: its archiving fails'),
    signals: gauge('signals', 'Signals by state; overdue: expired more than a minute ago and not settled', ['state']),
    mails: gauge('mails', 'Mails of the last 24 hours by status', ['status']),
    jobs: gauge('jobs', 'Background jobs by queue and state', ['queue', 'state']),
    consumerLag: gauge('consumer_lag_seconds', 'Time that the oldest due entry of a consumer waits', ['consumer']),
    calibrationAge: gauge(
      'calibration_age_seconds',
      'With a live feed: since the last day that a model is calibrated on',
      ['model'],
    ),
    recordSize: gauge('record_leaves', 'Leaves of the record'),
    checkpointAge: gauge('record_checkpoint_age_seconds', 'Age of the newest signed checkpoint'),
    cosignatureAge: gauge('record_cosignature_age_seconds', 'Age of the newest cosignature of a witness', ['witness']),
  };
}

/** A scrape without the figures that have no samples yet, such as the mean of an empty histogram. */
const omitUnmeasured = (text: string): string => text.replace(/^\S+ nan\n/gim, '');

type Metrics = ReturnType<typeof createMetrics>;
