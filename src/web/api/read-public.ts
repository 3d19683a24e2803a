import { ApiError } from './api-error.ts';
import { toApiError } from './read-api-error.ts';
import { trustJson } from './trust-json.ts';

/** Public data of our own server. Its shape is trusted: public pages bundle no validator. */
export async function readPublic<Answer>(path: string, abort?: AbortSignal): Promise<Answer> {
  return trustJson(await answerOf(path, 'application/json', abort));
}

export const readPublicText = async (path: string, abort?: AbortSignal): Promise<string> =>
  (await answerOf(path, 'text/plain', abort)).text();

async function answerOf(path: string, accept: string, abort: AbortSignal | undefined): Promise<Response> {
  const headers = { accept, 'accept-language': document.documentElement.lang };
  const response = await fetch(path, { headers, ...(abort && { signal: abort }) }).catch((error: unknown) => {
    if (abort?.aborted) throw error;
    throw new ApiError({ code: 'offline' });
  });
  if (response.ok) return response;
  throw await toApiError(response);
}
