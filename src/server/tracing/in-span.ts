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
      markFailed(span);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Runs `work` as a trace of its own. A span is exported when it ends: `work` ends its own, unless it
 * found nothing to do, and a failure ends it as failed.
 */
export async function inTrace<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, { root: true });
  try {
    return await work(span);
  } catch (error) {
    // An effect that fails after the commit finds it ended.
    if (span.isRecording()) {
      markFailed(span);
      span.end();
    }
    throw error;
  }
}

/** Without the message, which may quote what a person has sent. */
const markFailed = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });
