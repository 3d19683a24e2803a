import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { Component } from '#server/start/component.ts';

interface TracingDependencies {
  /** Base address of an OTLP/HTTP collector, such as http://localhost:4318. */
  readonly endpoint: string;
  readonly release: string;
  readonly role: string;
  /** Host and port, which identify a process of the product. */
  readonly instance: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A collector that does not answer must not hold up the stop. */
const exportTimeoutMs = 2_000;

/** Imported only where an endpoint is set, so that any other start loads none of the SDK. */
export function createTracing({ endpoint, release, role, instance, log }: TracingDependencies): Component {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'kurs',
      'service.version': release,
      'service.instance.id': instance,
      'kurs.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const warn = (message: string): void => log.warn({ reason: message }, 'traces could not be sent');
  return {
    name: 'tracing',
    start: () => {
      const quiet = (): void => undefined;
      diag.setLogger(
        { error: warn, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
        { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
      );
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
      trace.setGlobalTracerProvider(provider);
    },
    stop: () => provider.shutdown().catch((error: unknown) => warn(getErrorMessage(error))),
  };
}
