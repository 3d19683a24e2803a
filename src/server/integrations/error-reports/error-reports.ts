import {
  createStackParser,
  createTransport,
  dedupeIntegration,
  linkedErrorsIntegration,
  type TransportRequest,
} from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { type WallClock, minuteMs } from '#domain/time.ts';
import { cleanReport } from '#domain/clean-report.ts';
import type { Component } from '#server/start/component.ts';

interface SentrySettings {
  readonly dsn: string;
  readonly release: string;
  readonly role: string;
  /** Host and port, which identify a process of the product. */
  readonly instance: string;
  readonly clock: WallClock;
}

/** A loop that fails five times a second must not use up the operator's quota. */
const maxPerMinute = 30;
const flushMs = 2_000;

/**
 * Sentry's client with nothing automatic: no patched libraries, no breadcrumbs, no request data.
 * `@sentry/node` would install both, and a bundler besides.
 */
export function createSentryReports({ dsn, release, role, instance, clock }: SentrySettings): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    release,
    serverName: instance,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [dedupeIntegration(), linkedErrorsIntegration()],
    transport: (options) => createTransport(options, (request) => send(options.url, options.headers, request)),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same event with fewer fields
    beforeSend: (event) => cleanReport({ ...event, tags: { ...event.tags, role } }) as typeof event,
  });
  client.init();
  const flush = async (): Promise<void> => void (await client.flush(flushMs));
  let minute = 0;
  let sent = 0;
  const isWithinLimit = (): boolean => {
    const now = Math.floor(clock.now() / minuteMs);
    if (now !== minute) [minute, sent] = [now, 0];
    sent += 1;
    return sent <= maxPerMinute;
  };
  return {
    report: (error, what) => {
      if (isWithinLimit()) client.captureException(error, { captureContext: { tags: { what } } });
    },
    flush,
    component: { name: 'error reports', start: () => undefined, stop: flush },
  };
}

async function send(url: string, headers: Record<string, string> | undefined, { body }: TransportRequest) {
  const answer = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : Buffer.from(body),
    ...(headers && { headers }),
    signal: AbortSignal.timeout(flushMs),
  });
  return {
    statusCode: answer.status,
    headers: {
      'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
      'retry-after': answer.headers.get('retry-after'),
    },
  };
}

/** Reports errors to a service of the operator; without one there is none. */
export interface ErrorReports {
  /** Never throws and is not awaited. `what`: the line of the log that names what failed. */
  report(error: unknown, what: string): void;
  /** Resolves once everything reported was sent, or after two seconds. */
  flush(): Promise<void>;
  readonly component: Component;
}
