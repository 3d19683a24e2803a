import { createServer, type Server } from 'node:http';
import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Leader } from '#server/database/leader.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { EventsApi } from '#server/modules/events/events.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { SystemApi } from '#server/modules/system/system.api.ts';
import type { Component } from '#server/start/component.ts';
import { toListenError } from '#server/start/listen-error.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createMetrics, omitUnmeasured } from './metrics.ts';
import { createUpdateState } from './update-state.ts';

interface MetricsModuleDependencies {
  readonly config: Pick<Config, 'metrics' | 'port' | 'role'>;
  readonly platform: Pick<Platform, 'clock' | 'marketClock' | 'log'> & {
    readonly leader: Pick<Leader, 'isLeading'>;
    readonly market: Pick<MarketView, 'feed' | 'lastTick' | 'age' | 'onForecasts'>;
  };
  readonly system: Pick<SystemApi, 'readSystem'>;
  readonly events: Pick<EventsApi, 'streamCount' | 'streamLagMs'>;
  readonly record: Pick<RecordApi, 'readCalibrations'>;
  readonly signals: Pick<SignalsApi, 'onSettled'>;
}

const off: ServerModule<MetricsApi> = { routes: [], api: { observe: () => undefined }, components: [] };

/** Prometheus metrics of this process on a private port; nothing is measured while METRICS_PORT is unset. */
export function createMetricsModule({
  config,
  platform,
  system,
  events,
  record,
  signals,
}: MetricsModuleDependencies): ServerModule<MetricsApi> {
  const { leader, market, clock, marketClock, log } = platform;
  if (!config.metrics) return off;
  const metrics = createMetrics({ role: config.role, instance: `${hostname()}:${config.port}` });
  const { registry } = metrics;
  market.onForecasts((forecasts) => {
    for (const { model, signalled } of forecasts)
      metrics.forecasts.inc({ model, result: signalled ? 'signalled' : 'abstained' });
  });
  signals.onSettled((settled) => {
    for (const { lagMs } of settled) if (lagMs !== null) metrics.settlementLag.observe(lagMs / secondMs);
  });
  const updateState = createUpdateState({
    metrics,
    market,
    isLeading: leader.isLeading,
    readSystem: system.readSystem,
    readCalibrations: record.readCalibrations,
    streamCount: events.streamCount,
    streamLagMs: events.streamLagMs,
    clock,
    marketClock,
  });
  const scrape = async (): Promise<string> => {
    // What the process measures itself is served also while the database is away.
    const isRead = await updateState().then(
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
        const labels = { method, route: routeOptions.url ?? 'page', status: String(reply.statusCode) };
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
