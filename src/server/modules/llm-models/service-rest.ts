import type { LlmErrorKind, LlmUnavailable } from '#server/integrations/llm/llm.ts';

/**
 * A language model's service that fails rests for a while, so that nobody waits for it in vain.
 * Milliseconds of wall time: it does not recover sooner because a replay runs faster.
 */
export interface ServiceRest {
  until: number;
  kind: LlmErrorKind;
  /** Failures since the last answer. */
  failures: number;
}

export const notResting: Readonly<ServiceRest> = { until: Number.NEGATIVE_INFINITY, kind: 'service_down', failures: 0 };

/** Errors that also affect the next question: seconds of rest after the first. */
const restByError: Partial<Record<LlmErrorKind, number>> = {
  key_refused: 300,
  model_unknown: 300,
  question_refused: 300,
  quota_spent: 300,
  rate_limited: 30,
};
const maxRestS = 600;
/** One request asks about three pairs, so this is two failed requests in a row. */
const maxFailures = 6;
const restAfterFailuresS = 30;

/** Why the service is not called now, and for how long; null: it may be called. */
export function findRest({ until, kind }: Readonly<ServiceRest>, now: number) {
  const leftMs = until - now;
  return leftMs > 0 ? { kind, retryAfterS: Math.ceil(leftMs / 1_000) } : null;
}

export function countFailure(rest: ServiceRest, { kind, retryAfterS }: LlmUnavailable, now: number): void {
  rest.failures += 1;
  const seconds = retryAfterS ?? restByError[kind] ?? (rest.failures >= maxFailures ? restAfterFailuresS : null);
  if (seconds === null) return;
  rest.until = Math.max(rest.until, now + Math.min(seconds, maxRestS) * 1_000);
  rest.kind = kind;
}
