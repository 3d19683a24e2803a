import type { ApiErrorBody } from '#contract/api-error.ts';
import type { ErrorCode } from '#domain/error-code.ts';

/** Set by the browser: no connection, an unreadable response, none within the timeout. */
export const connectionCodes = ['offline', 'unreadable', 'timed_out'] as const;
/** `insecure`: what the page needs is switched off by the browser outside https. */
export type ApiErrorCode = ErrorCode | (typeof connectionCodes)[number] | 'insecure';

/** An error of the server, with its message, or of the connection to it. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: unknown;
  readonly requestId: string | null;
  /** Seconds until a retry makes sense; null: the server named none. */
  readonly retryAfter: number | null;

  constructor(
    apiError: Omit<Partial<ApiErrorBody>, 'code'> & { code: ApiErrorCode },
    retryAfter: number | null = null,
  ) {
    super(apiError.message ?? apiError.code);
    this.name = 'ApiError';
    this.code = apiError.code;
    this.details = apiError.details;
    this.requestId = apiError.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

/** A part of the page could not be loaded; each browser has its own words for it. */
export const isImportError = (error: unknown): boolean =>
  error instanceof TypeError && /import.* module/i.test(error.message);

export const isApiError = (error: unknown, code: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;
