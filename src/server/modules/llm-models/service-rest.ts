import type { WallClock } from '#domain/time.ts';
import type { LlmErrorKind, LlmUnavailable } from '#server/integrations/llm/llm.ts';

/**
 * Whether a service may be called: one that fails rests for a while, so that nobody waits for it in
 * vain.
 */
export type ServiceRest = ReturnType<typeof createServiceRest>;

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

/** `clock`: wall time. A service does not recover sooner because a replay runs faster. */
export function createServiceRest(clock: WallClock) {
  let until = Number.NEGATIVE_INFINITY;
  let kind: LlmErrorKind = 'service_down';
  let failures = 0;

  const restFor = (seconds: number, because: LlmErrorKind): void => {
    until = Math.max(until, clock.now() + Math.min(seconds, maxRestS) * 1_000);
    kind = because;
  };

  return {
    /** Null: it may be called. */
    resting: (): { readonly kind: LlmErrorKind; readonly retryAfterS: number } | null => {
      const leftMs = until - clock.now();
      return leftMs > 0 ? { kind, retryAfterS: Math.ceil(leftMs / 1_000) } : null;
    },
    answered: (): void => {
      failures = 0;
    },
    failed: (unavailable: LlmUnavailable): void => {
      failures += 1;
      const seconds = unavailable.retryAfterS ?? restByError[unavailable.kind];
      if (seconds !== undefined) restFor(seconds, unavailable.kind);
      else if (failures >= maxFailures) restFor(restAfterFailuresS, unavailable.kind);
    },
  };
}
