import type { z } from 'zod';
import { accessToken, renewToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { toApiError } from './read-api-error.ts';

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** A picture or the like, sent as it is. */
  readonly file?: Blob;
  readonly abort?: AbortSignal | undefined;
  /** Sign-in itself must not be retried by a refresh. */
  readonly anonymous?: boolean;
  readonly accept?: string;
}

/** Longer than any call takes: a language model has 8 s, the broker 10 s. */
const callTimeoutMs = 30_000;

/** One call to our own server: its answer parsed by `shape`, its refusal thrown as an ApiProblem. */
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

/** As `call`, but that the answer is taken at its word, so that no validator comes along (decision 112). */
export async function getJson<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await sendRefreshed(path, options);
  if (!response.ok) throw await toApiError(response);
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiError({ code: 'unreadable' });
  }
}

/** A call that is answered with nothing. */
export async function sendRequest(path: string, options: CallOptions): Promise<void> {
  const response = await sendRefreshed(path, options);
  if (!response.ok) throw await toApiError(response);
}

/** A file that only a signed-in user may have: a plain link would carry no token. */
export async function fetchFile(path: string, type: string): Promise<Blob> {
  const response = await sendRefreshed(path, { accept: type });
  if (!response.ok) throw await toApiError(response);
  return response.blob();
}

/** An expired access token is renewed once, and the call repeated. */
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
  // How long an upload takes is up to the line.
  return fetchInTime(path, request, abort, file ? null : callTimeoutMs);
}

/** `offline` or `timed_out` where nothing answers; the limit holds until the answer begins. An abort by the caller is thrown as it is. */
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
