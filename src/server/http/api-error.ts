import { type ErrorCode, errorStatus } from '#domain/error-code.ts';

interface ApiErrorOptions {
  /** Told to the caller beside the message. */
  readonly details?: unknown;
  /** Seconds after which to try again: becomes Retry-After. */
  readonly retryAfterS?: number;
  /** What the phrase of this code leaves open, by name. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** A refusal: its code is told to everybody, its words are chosen by the request's language. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: unknown;
  readonly retryAfterS: number | undefined;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(code: ErrorCode, { details, retryAfterS, params, cause }: ApiErrorOptions = {}) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.statusCode = errorStatus[code];
    this.details = details;
    this.retryAfterS = retryAfterS;
    this.params = params ?? {};
  }
}

export const apiError = (code: ErrorCode, options?: ApiErrorOptions): ApiError => new ApiError(code, options);
