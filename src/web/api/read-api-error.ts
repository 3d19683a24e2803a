import type { ApiErrorBody } from '#contract/api-error.ts';
import { ApiError } from './api-error.ts';

/** What a refusal of our server says, by a guard of its own: every page reads refusals, few carry a validator. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    isApiError(body) ? body : { code: 'unreadable' },
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

/** A code that this release does not know has its words in the message. */
function isApiError(body: unknown): body is ApiErrorBody {
  const { code, message, requestId } = (body ?? {}) as Readonly<Partial<Record<string, unknown>>>;
  return [code, message, requestId].every((text) => typeof text === 'string');
}
