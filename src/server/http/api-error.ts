import { type ErrorCode, errorStatus } from '#domain/error-code.ts';

interface ApiErrorOptions {
  /** Sent to the caller with the message. */
  readonly details?: unknown;
  /** Seconds until a retry, sent as Retry-After. */
  readonly retryAfterS?: number;
  /** Parameters of this code's phrase, by name. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * An error response: its code is the same for everyone, its message depends on the request's
 * language.
 */
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
