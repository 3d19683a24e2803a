import type { Problem } from '#contract/problem.ts';
import { ApiProblem } from './api-problem.ts';

/** What a refusal of our server says, by a guard of its own: every page reads refusals, few carry a validator. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(
    isProblem(body) ? body : { code: 'unreadable' },
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

/** A code that this release does not know has its words in the message. */
function isProblem(body: unknown): body is Problem {
  const { code, message, requestId } = (body ?? {}) as Readonly<Partial<Record<string, unknown>>>;
  return [code, message, requestId].every((text) => typeof text === 'string');
}
