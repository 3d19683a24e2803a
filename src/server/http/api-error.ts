import type { FieldError } from '#contract/api-error.ts';
import { type ErrorCode, errorStatus } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import type { ErrorPhrase } from '#phrases/errors.ts';
import { type FieldErrorKey, fieldErrorPhrases } from '#phrases/field-errors.ts';
import { interpolate } from './phrase-values.ts';

type PhraseValues = Readonly<Record<string, string | number>>;
type PhraseParams = PhraseValues | ((language: Language) => PhraseValues);

interface ApiErrorOptions {
  /** Sent to the caller with the message; a function gives them in the language of the request. */
  readonly details?: unknown;
  /** Seconds until a retry, sent as Retry-After. */
  readonly retryAfterS?: number;
  /** A text that is truer of this case than that of the code. */
  readonly phrase?: ErrorPhrase;
  /** Parameters of the phrase, by name; a function gives them in the language of the request. */
  readonly params?: PhraseParams;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * An error response: its code is the same for everyone, its message depends on the request's
 * language.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly phrase: ErrorPhrase;
  readonly statusCode: number;
  readonly details: unknown;
  readonly retryAfterS: number | undefined;
  readonly params: PhraseParams;
  constructor(code: ErrorCode, { details, retryAfterS, phrase = code, params, cause }: ApiErrorOptions = {}) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.phrase = phrase;
    this.statusCode = errorStatus[code];
    this.details = details;
    this.retryAfterS = retryAfterS;
    this.params = params ?? {};
  }
}

export const apiError = (code: ErrorCode, options?: ApiErrorOptions): ApiError => new ApiError(code, options);

/** The user has reached the maximum number of these. */
export const limitReached = (max: number): ApiError => apiError('limit_reached', { details: { max }, params: { max } });

interface InvalidFieldOptions {
  readonly allowed?: readonly string[];
  /** Parameters of the phrase, by name. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Refuses one field of a request, by a phrase of `field-errors.ts`. */
export const invalidField = (field: string, phrase: FieldErrorKey, options: InvalidFieldOptions = {}): ApiError => {
  const { allowed, params } = options;
  const values = { allowed: allowed?.join(', ') ?? '', ...params };
  return apiError('validation_failed', {
    params: { fields: field },
    details: (language: Language): FieldError[] => [
      {
        field,
        message: interpolate(fieldErrorPhrases[language][phrase], values),
        ...(allowed && { allowed: [...allowed] }),
      },
    ],
  });
};
