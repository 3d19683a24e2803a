import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { closeServer, listenLocally } from './local-server.ts';

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
  status: z.object({ code: z.number() }),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

export interface CollectedSpan extends Omit<z.infer<typeof Span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A local collector of traces (OTLP/HTTP with JSON). */
export interface FakeCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Answers 400, which a sender does not repeat. */
  isRefusing: boolean;
  /** Attributes of the newest sender. */
  resource: Readonly<Record<string, unknown>>;
  /** Everything that was sent, as text. */
  readonly bodies: string[];
  close(): Promise<void>;
}

export async function startFakeCollector(): Promise<FakeCollector> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      if (collector.isRefusing) return response.writeHead(400).end();
      collector.bodies.push(body);
      for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
        collector.resource = toValues(resource.attributes);
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          collector.spans.push({ ...span, attributes: toValues(span.attributes) });
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listenLocally(server);
  const collector: FakeCollector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    isRefusing: false,
    resource: {},
    bodies: [],
    close: () => closeServer(server),
  };
  return collector;
}

const toValues = (attributes: readonly z.infer<typeof Attribute>[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
