import type { z } from 'zod';
import { accessToken, renewToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { toApiError } from './read-api-error.ts';
import { trustJson } from './trust-json.ts';

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** An image or other file, sent unchanged. */
  readonly file?: Blob;
  readonly abort?: AbortSignal | undefined;
  /** Sign-in itself must not trigger a token refresh and retry. */
  readonly anonymous?: boolean;
  readonly accept?: string;
}

/** Longer than any call takes: a language model has a timeout of 8 s, the broker 10 s. */
const callTimeoutMs = 30_000;

/**
 * One request to our own server: parses the response with `shape`, throws an ApiError for an error
 * response.
 */
export async function call<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  options: CallOptions = {},
): Promise<z.output<Shape>> {
  const response = await sendRefreshed(path, options);
  if (!response.ok) throw await toApiError(response);
  const parsed = shape.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new ApiError({ code: 'unreadable' });
  return parsed.data;
}

/**
 * Like `call`, but trusts the response without validation, so that no validator is bundled
 * (decision 112).
 */
export async function getJson<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await sendRefreshed(path, options);
  if (!response.ok) throw await toApiError(response);
  return trustJson(response);
}

/** A request with an empty response. */
export async function sendRequest(path: string, options: CallOptions): Promise<void> {
  const response = await sendRefreshed(path, options);
  if (!response.ok) throw await toApiError(response);
}

/** Fetches a file that requires a signed-in user: a plain link would carry no token. */
export async function fetchFile(path: string, type: string): Promise<Blob> {
  const response = await sendRefreshed(path, { accept: type });
  if (!response.ok) throw await toApiError(response);
  return response.blob();
}

/** Renews an expired access token once and repeats the request. */
async function sendRefreshed(path: string, options: CallOptions): Promise<Response> {
  const token = accessToken();
  const response = await send(path, options);
  if (response.status !== 401 || options.anonymous) return response;
  return (await renewToken(token)) ? send(path, options) : response;
}

async function send(
  path: string,
  { method = 'GET', body, file, abort, anonymous, accept = 'application/json' }: CallOptions,
): Promise<Response> {
  const token = anonymous ? null : accessToken();
  const headers = new Headers({ accept, 'accept-language': document.documentElement.lang });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  if (file) headers.set('content-type', file.type);
  const request = {
    method,
    headers,
    credentials: 'same-origin',
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  } as const;
  // No timeout for an upload: its duration depends on the connection.
  return fetchInTime(path, request, abort, file ? null : callTimeoutMs);
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
