import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventsPath } from '#contract/event-names.ts';

/**
 * A span for each request, the child of the caller's `traceparent`: named by the route, with the
 * method, the status and the id that an error response names; nothing that identifies a person.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer('kurs');
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request;
    // A stream lasts as long as its reader stays.
    if (routeOptions.url === eventsPath) return done();
    const route = routeOptions.url ?? 'page';
    const attributes = { 'http.request.method': method, 'http.route': route, 'kurs.request_id': request.id };
    const caller = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller);
    spans.set(request, span);
    context.with(trace.setSpan(caller, span), done);
  });
  // Reading a body ends in an event of the socket, which has lost the context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    context.with(span ? trace.setSpan(context.active(), span) : context.active(), done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
