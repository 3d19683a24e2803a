import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** Without a provider, which only `create-tracing.ts` registers, its spans record nothing. */
const tracer = trace.getTracer('kurs');

/** Runs `work` as a step of the trace of its caller; where none is active it is not traced. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Never the message, which may quote what a person has sent.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * A trace of its own. A span is exported when it ends, so one of a loop that found nothing to do is
 * dropped by not ending it.
 */
export const startTrace = (name: string): Span => tracer.startSpan(name, { root: true });
