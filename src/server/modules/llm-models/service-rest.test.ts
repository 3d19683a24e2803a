import { describe, expect, it } from 'vitest';
import { type LlmErrorKind, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { countFailure, findRest, notResting } from './service-rest.ts';

const atStart = Date.parse('2026-03-02T09:30:00.000Z');

function aRest() {
  const time = { now: atStart };
  const rest = { ...notResting };
  const fail = (times: number, kind: LlmErrorKind, retryAfterS: number | null = null): void => {
    for (let i = 0; i < times; i += 1) countFailure(rest, new LlmUnavailable(kind, { retryAfterS }), time.now);
  };
  const resting = () => findRest(rest, time.now);
  return { rest, time, fail, resting };
}

describe('a service that fails', () => {
  it('is called until two requests in a row failed, then rests for half a minute', () => {
    const { time, fail, resting } = aRest();
    fail(5, 'timeout');
    expect(resting()).toBeNull();
    fail(1, 'timeout');
    expect(resting()).toEqual({ kind: 'timeout', retryAfterS: 30 });
    time.now += 29_001;
    expect(resting()).toEqual({ kind: 'timeout', retryAfterS: 1 });
    time.now += 999;
    expect(resting()).toBeNull();
  });

  it('rests again after the next failure, and is reset by an answer', () => {
    const { rest, time, fail, resting } = aRest();
    fail(6, 'junk');
    time.now += 30_000;
    fail(1, 'junk');
    expect(resting()).toEqual({ kind: 'junk', retryAfterS: 30 });
    time.now += 30_000;
    rest.failures = 0;
    fail(5, 'junk');
    expect(resting()).toBeNull();
  });

  it.each<[LlmErrorKind, number]>([
    ['key_refused', 300],
    ['model_unknown', 300],
    ['question_refused', 300],
    ['quota_spent', 300],
    ['rate_limited', 30],
  ])('rests at once for a cause that the next question would meet too (%s)', (kind, seconds) => {
    const { fail, resting } = aRest();
    fail(1, kind);
    expect(resting()).toEqual({ kind, retryAfterS: seconds });
  });
});
