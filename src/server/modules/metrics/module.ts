import { createServer, type Server } from 'node:http';
import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mailStatuses } from '#domain/accounts/mail.ts';
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
import { createMetrics, omitUnmeasured, type Metrics } from './metrics.ts';
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
