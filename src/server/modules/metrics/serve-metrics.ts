import { createServer, type Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { Component } from '#server/start/component.ts';
import { StartError } from '#node/start-error.ts';

interface ServeMetricsDependencies {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  /** The text of a scrape. */
  readonly scrape: () => Promise<string>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** The private port: `GET /metrics` and nothing else. */
export function serveMetrics({ host, port, contentType, scrape, log }: ServeMetricsDependencies): Component {
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
    const fail = (error: unknown): void =>
      reject(
        new StartError(
          `METRICS_PORT=${port} on ${host} cannot be used: ${getErrorMessage(error)}. Choose another port.`,
        ),
      );
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}
