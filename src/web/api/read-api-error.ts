import type { ApiErrorBody } from '#contract/api-error.ts';
import { isObject } from '#domain/is-object.ts';
import { ApiError } from './api-error.ts';

/**
 * Parses an error response with a hand-written guard: every page reads errors, few bundle a
 * validator.
 */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    isApiError(body) ? body : { code: 'unreadable' },
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

/** An error code unknown to this release still carries its message. */
function isApiError(body: unknown): body is ApiErrorBody {
  return isObject(body) && [body.code, body.message, body.requestId].every((text) => typeof text === 'string');
}
