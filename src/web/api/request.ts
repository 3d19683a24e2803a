import type { Api } from '#contract/api.ts';
import type { ApiErrorBody } from '#contract/api-error.ts';
import type { Answer } from '#contract/endpoint.ts';
import { isObject } from '#domain/objects.ts';
import { accessToken, renewEndingToken, renewToken } from './access-token.ts';
import { type Call, type CallArguments, fillAddress, type Request } from './address.ts';
import { ApiError } from './api-error.ts';

/** Longer than any call takes: a language model has a timeout of 8 s, the broker 10 s. */
const requestTimeoutMs = 30_000;

/** A call of the contract. */
export const call = <const C extends Call>(name: C, ...[options]: CallArguments<C>): Promise<Answer<Api[C]>> =>
  request(name, options);

/** Our own server's answer is trusted, so that no validator is bundled. */
export async function request<Answered>(name: Call, options: Request = {}): Promise<Answered> {
  const response = await sendOk(name, options);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a validator would weigh more than the pages
    return (response.status === 204 ? undefined : await response.json()) as Answered;
  } catch (error) {
    if (options.abort?.aborted) throw error;
    throw new ApiError({ code: error instanceof SyntaxError ? 'unreadable' : 'offline' });
  }
}

/** Fetches a file that requires a signed-in user: a plain link would carry no token. */
export const fetchFile = async <const C extends Call>(
  name: C,
  accept: string,
  ...[options]: CallArguments<C>
): Promise<Blob> => (await sendOk(name, { ...options, accept })).blob();

/** Renews an expired access token once and repeats the request; throws every error response. */
async function sendOk(name: Call, options: Request): Promise<Response> {
  const renewal = options.anonymous ? null : renewEndingToken(Date.now());
  if (renewal) await renewal;
  const token = accessToken();
  let response = await send(name, options);
  if (response.status === 401 && !options.anonymous && (await renewToken(token))) response = await send(name, options);
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function send(name: Call, options: Request): Promise<Response> {
  const { body, file, abort, anonymous, accept = 'application/json', keepalive = false } = options;
  const token = anonymous ? null : accessToken();
  const language = document.documentElement.lang;
  const headers = new Headers({ accept, 'accept-language': language });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  if (file) headers.set('content-type', file.type);
  const sent = {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    credentials: 'same-origin',
    keepalive,
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  } as const;
  // No timeout for an upload: its duration depends on the connection.
  return fetchInTime(fillAddress(name, options), sent, abort, file ? null : requestTimeoutMs);
}

/** Throws `offline` or `timed_out` when no response starts; rethrows an abort by the caller. */
async function fetchInTime(
  path: string,
  sent: RequestInit,
  abort: AbortSignal | undefined,
  timeoutMs: number | null,
): Promise<Response> {
  const controller = new AbortController();
  const timer = timeoutMs === null ? undefined : setTimeout(() => controller.abort(), timeoutMs);
  const follow = (): void => controller.abort(abort?.reason);
  if (abort?.aborted) follow();
  abort?.addEventListener('abort', follow);
  try {
    return await fetch(path, { ...sent, signal: controller.signal });
  } catch (error) {
    if (abort?.aborted) throw error;
    throw new ApiError({ code: controller.signal.aborted ? 'timed_out' : 'offline' });
  } finally {
    clearTimeout(timer);
  }
}

/** A hand-written guard: every page reads errors, few bundle a validator. */
async function toApiError(response: Response): Promise<ApiError> {
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
