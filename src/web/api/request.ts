import type { ApiErrorBody } from '#contract/api-error.ts';
import { isObject } from '#domain/objects.ts';
import { accessToken, renewEndingToken, renewToken } from './access-token.ts';
import { ApiError } from './api-error.ts';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** An image or other file, sent unchanged. */
  readonly file?: Blob;
  readonly abort?: AbortSignal | undefined;
  /** Sends no token and renews none: public data, and sign-in itself. */
  readonly anonymous?: boolean;
  readonly accept?: string;
  /** Is sent even when the page is left meanwhile. */
  readonly keepalive?: boolean;
}

/** Longer than any call takes: a language model has a timeout of 8 s, the broker 10 s. */
const requestTimeoutMs = 30_000;

/**
 * JSON of our own server, trusted without validation, so that no validator is bundled (decision
 * 004).
 */
export async function getJson<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await sendOk(path, options);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a validator would weigh more than the pages
    return (await response.json()) as Answer;
  } catch (error) {
    if (options.abort?.aborted) throw error;
    throw new ApiError({ code: error instanceof SyntaxError ? 'unreadable' : 'offline' });
  }
}

/** Fills in the parameters of a path of the contract, in their order. */
export const fillPath = (path: string, ...values: readonly string[]): string =>
  values.reduce((filled, value) => filled.replace(/:\w+/, encodeURIComponent(value)), path);

/** Public data: the same for every visitor. */
export const getPublic = <Answer>(path: string, abort?: AbortSignal): Promise<Answer> =>
  getJson(path, { anonymous: true, abort });

/** Fetches a file that requires a signed-in user: a plain link would carry no token. */
export const fetchFile = async (path: string, type: string): Promise<Blob> =>
  (await sendOk(path, { accept: type })).blob();

/** A request with an empty response. */
export async function sendRequest(path: string, options: RequestOptions): Promise<void> {
  await sendOk(path, options);
}

/** Renews an expired access token once and repeats the request; throws every error response. */
async function sendOk(path: string, options: RequestOptions): Promise<Response> {
  const renewal = options.anonymous ? null : renewEndingToken(Date.now());
  if (renewal) await renewal;
  const token = accessToken();
  let response = await send(path, options);
  if (response.status === 401 && !options.anonymous && (await renewToken(token))) response = await send(path, options);
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function send(
  path: string,
  { method = 'GET', body, file, abort, anonymous, accept = 'application/json', keepalive = false }: RequestOptions,
): Promise<Response> {
  const token = anonymous ? null : accessToken();
  const language = document.documentElement.lang;
  const headers = new Headers({ accept, 'accept-language': language });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  if (file) headers.set('content-type', file.type);
  const request = {
    method,
    headers,
    credentials: 'same-origin',
    keepalive,
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  } as const;
  // No timeout for an upload: its duration depends on the connection.
  return fetchInTime(path, request, abort, file ? null : requestTimeoutMs);
}

/**
 * Throws `offline` or `timed_out` when nothing responds; the timeout applies until the response
 * starts. Rethrows an abort by the caller unchanged.
 */
async function fetchInTime(
  path: string,
  request: RequestInit,
  abort: AbortSignal | undefined,
  timeoutMs: number | null,
): Promise<Response> {
  const controller = new AbortController();
  const timer = timeoutMs === null ? undefined : setTimeout(() => controller.abort(), timeoutMs);
  const follow = (): void => controller.abort(abort?.reason);
  if (abort?.aborted) follow();
  abort?.addEventListener('abort', follow);
  try {
    return await fetch(path, { ...request, signal: controller.signal });
  } catch (error) {
    if (abort?.aborted) throw error;
    throw new ApiError({ code: controller.signal.aborted ? 'timed_out' : 'offline' });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses an error response with a hand-written guard: every page reads errors, few bundle a
 * validator.
 */
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
