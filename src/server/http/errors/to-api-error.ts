import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { isDatabaseUnavailable } from '../../database/connection-errors.ts';
import { fieldErrors } from './field-errors.ts';
import { apiError, ApiError } from '../api-error.ts';

const databaseRetryAfterS = 5;

/** Maps anything thrown to the error that the caller may see. */
export function toApiError(error: unknown, language: Language): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(fieldErrors(error.validation, language));
  if (isDatabaseUnavailable(error))
    return apiError('database_unavailable', { retryAfterS: databaseRetryAfterS, cause: error });
  if (isUnstorableText(error)) return apiError('malformed_request', { cause: error });
  const status = getStatus(error);
  return apiError(status ? (codeByStatus[status] ?? 'malformed_request') : 'internal_error', { cause: error });
}

/**
 * character_not_in_repertoire: PostgreSQL cannot store NUL in a text. Drizzle wraps the driver's
 * error.
 */
function isUnstorableText(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '22021';
}

function validationError(details: ReturnType<typeof fieldErrors>): ApiError {
  const fields = [...new Set(details.map(({ field }) => field))].join(', ');
  return apiError('validation_failed', { details, params: { fields } });
}

/** Errors of the framework carry a 4xx status; anything else is a server error. */
function getStatus(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};
