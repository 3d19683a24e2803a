import type { Problem } from '#contract/problem.ts';
import type { ErrorCode } from '#domain/error-code.ts';

/** A refusal by the server, in its own words; `offline` and `unreadable` are ours. */
export class ApiProblem extends Error {
  readonly code: ErrorCode | 'offline' | 'unreadable';
  readonly details: unknown;
  readonly requestId: string | null;
  /** Seconds until asking again makes sense; null: the server named none. */
  readonly retryAfter: number | null;

  constructor(
    problem: Omit<Partial<Problem>, 'code'> & { code: ApiProblem['code'] },
    retryAfter: number | null = null,
  ) {
    super(problem.message ?? problem.code);
    this.name = 'ApiProblem';
    this.code = problem.code;
    this.details = problem.details;
    this.requestId = problem.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

export const isProblem = (error: unknown, code: ApiProblem['code']): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code;
