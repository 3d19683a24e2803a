import { SpanStatusCode, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSettler } from '#server/modules/signals/settlement/settle-due.ts';
import { createTracing } from '#server/tracing/create-tracing.ts';
import { type CollectedSpan, type FakeCollector, startFakeCollector } from '#tests/support/network/fake-collector.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestSignals, type TestSignals } from '#tests/support/test-signals.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = '00f067aa0ba902b7';
const path = '/python_api/signal/kurs_ai_v2';

let collector: FakeCollector;
let product: TestSignals;
const warnings: unknown[] = [];
const identity = { release: '1.2.3', role: 'all', instance: 'host:3000' };

/** One issued and settled signal, requested by a browser's call, and a call without a route. */
beforeAll(async () => {
  collector = await startFakeCollector();
  const log = { warn: (line: unknown) => void warnings.push(line) };
  const tracing = createTracing({ ...identity, endpoint: collector.url, log });
  await tracing.start();
  product = await createTestSignals({ config: { tracesEndpoint: collector.url } });
  const person = await product.person();
  const headers = { traceparent: `00-${traceId}-${browserSpan}-01` };
  const signal = (await person.get(`${path}?interval=3`, headers)).json();
  await product.finish(signal, 'successful');
  await person.post('/api/signal/start', { aiModel: 'kurs_ai_v2', interval: 3 });
  await person.get('/api/nothing/person@kurs.example?token=a-secret');
  await failToSettle();
  await tracing.stop();
});

afterAll(async () => {
  await product.close();
  await collector.close();
});

/** A database without a table of signals refuses what the settlement asks of it. */
async function failToSettle(): Promise<void> {
  const { db, pool } = product.database;
  const settler = createSettler({
    db,
    feeds: { only: 'simulated:2' },
    enqueueUserEvents: async () => undefined,
    clock: product.time.clock,
    crashPoint: () => undefined,
  });
  await pool.query('alter table signals rename to lost_signals');
  await expect(settler.voidOpen()).rejects.toThrow();
  await pool.query('alter table lost_signals rename to signals');
}

const named = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name);
const findChild = (parent: CollectedSpan | undefined, name: string): CollectedSpan | undefined =>
  named(name).find(({ parentSpanId }) => parentSpanId === parent?.spanId);

test('a call of the browser, its route and the transaction that it commits are one trace', () => {
  const [route] = named('GET /python_api/signal/:name?');
  expect(route).toMatchObject({ traceId, parentSpanId: browserSpan });
  expect(route?.attributes).toMatchObject({ 'http.route': '/python_api/signal/:name?' });
  expect(Number(route?.attributes['http.response.status_code'])).toBe(200);
  const commit = findChild(route, 'group commit');
  expect(findChild(commit, 'database transaction')).toMatchObject({ traceId });
});

test('a call without a trace begins one, also when it has a body', () => {
  const [route] = named('POST /api/signal/start');
  expect(route?.parentSpanId ?? '').toBe('');
  expect(findChild(route, 'database transaction')?.traceId).toBe(route?.traceId);
});

test('a settlement is a trace of its own, and an idle look for due signals none', () => {
  const settlements = named('settlement').filter(({ status }) => status.code !== SpanStatusCode.ERROR);
  expect(settlements).toHaveLength(1);
  expect(settlements[0]?.parentSpanId ?? '').toBe('');
  expect(Number(settlements[0]?.attributes['kurs.signals'])).toBe(1);
});

test('a settlement that failed is a failed trace of its own, without the message of the error', () => {
  const failed = named('settlement').filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(failed.map(({ parentSpanId, status }) => [parentSpanId ?? '', status])).toEqual([
    ['', { code: SpanStatusCode.ERROR }],
  ]);
});

test('the sender names itself and its release, and nothing that identifies a person', () => {
  expect(collector.resource).toMatchObject({
    'service.name': 'kurs',
    'service.version': '1.2.3',
    'service.instance.id': 'host:3000',
    'kurs.role': 'all',
  });
  const sent = collector.bodies.join();
  for (const secret of ['person@kurs.example', 'a-secret', 'Bearer']) expect(sent).not.toContain(secret);
  expect(named('GET page')).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test('a collector that refuses spans costs lines in the log, never a request', async () => {
  trace.disable();
  collector.isRefusing = true;
  const lines: unknown[] = [];
  const tracing = createTracing({
    ...identity,
    endpoint: collector.url,
    log: { warn: (line: unknown) => lines.push(line) },
  });
  await tracing.start();
  const app = await createTestApp({ config: { tracesEndpoint: collector.url } });
  expect((await app.inject('/api/health')).statusCode).toBe(200);
  await tracing.stop();
  expect(lines.length).toBeGreaterThan(0);
});
