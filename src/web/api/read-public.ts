import { ApiProblem } from './api-problem.ts';
import { problemOf } from './problem-of.ts';

/** What anybody may read of our own server. Its shape is taken at its word: public pages carry no validator. */
export async function readPublic<Answer>(path: string, abort?: AbortSignal): Promise<Answer> {
  const response = await answerOf(path, 'application/json', abort);
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiProblem({ code: 'unreadable' });
  }
}

export const readPublicText = async (path: string, abort?: AbortSignal): Promise<string> =>
  (await answerOf(path, 'text/plain', abort)).text();

async function answerOf(path: string, accept: string, abort: AbortSignal | undefined): Promise<Response> {
  const headers = { accept, 'accept-language': document.documentElement.lang };
  const response = await fetch(path, { headers, ...(abort && { signal: abort }) }).catch((fault: unknown) => {
    if (abort?.aborted) throw fault;
    throw new ApiProblem({ code: 'offline' });
  });
  if (response.ok) return response;
  throw await problemOf(response);
}
