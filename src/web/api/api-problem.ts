import type { Problem } from '#contract/problem.ts';
import type { ErrorCode } from '#domain/error-code.ts';

/** Codes of the browser's own: no connection, an answer that cannot be read, none within the time limit. */
export const connectionCodes = ['offline', 'unreadable', 'timed_out'] as const;
export type ApiProblemCode = ErrorCode | (typeof connectionCodes)[number];

/** An error of the server, in its own words, or of the connection to it. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode;
  readonly details: unknown;
  readonly requestId: string | null;
  /** Seconds until asking again makes sense; null: the server named none. */
  readonly retryAfter: number | null;

  constructor(problem: Omit<Partial<Problem>, 'code'> & { code: ApiProblemCode }, retryAfter: number | null = null) {
    super(problem.message ?? problem.code);
    this.name = 'ApiProblem';
    this.code = problem.code;
    this.details = problem.details;
    this.requestId = problem.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

export const isProblem = (error: unknown, code: ApiProblemCode): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code;
