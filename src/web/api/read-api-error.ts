import type { ApiErrorBody } from '#contract/api-error.ts';
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
  const { code, message, requestId } = (body ?? {}) as Readonly<Partial<Record<string, unknown>>>;
  return [code, message, requestId].every((text) => typeof text === 'string');
}
