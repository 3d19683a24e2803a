import { ApiProblem } from './api-problem.ts';

interface FetchLimits {
  /** By the caller's own wish. */
  readonly abort: AbortSignal | undefined;
  /** Until the answer begins; null: no limit. */
  readonly timeoutMs: number | null;
}

/** `fetch` whose failures are ApiProblems: `offline`, or `timed_out` after the limit. An abort by the caller is thrown as it is. */
export async function fetchInTime(path: string, request: RequestInit, limits: FetchLimits): Promise<Response> {
  const { abort, timeoutMs } = limits;
  const controller = new AbortController();
  let isLate = false;
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(() => {
          isLate = true;
          controller.abort();
        }, timeoutMs);
  const follow = (): void => controller.abort(abort?.reason);
  if (abort?.aborted) follow();
  abort?.addEventListener('abort', follow);
  try {
    return await fetch(path, { ...request, signal: controller.signal });
  } catch (error) {
    if (abort?.aborted) throw error;
    throw new ApiProblem({ code: isLate ? 'timed_out' : 'offline' });
  } finally {
    clearTimeout(timer);
  }
}
