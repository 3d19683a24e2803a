import type { Api } from '#contract/api.ts';
import type { ApiErrorBody } from '#contract/api-error.ts';
import type { Answer, Method, Sent } from '#contract/endpoint.ts';
import { isObject } from '#domain/objects.ts';
import { accessToken, renewEndingToken, renewToken } from './access-token.ts';
import { ApiError } from './api-error.ts';

interface Options {
  /** An image or other file, sent unchanged. */
  readonly file?: Blob;
  readonly abort?: AbortSignal | undefined;
  /** Sends no token and renews none: public data, and sign-in itself. */
  readonly anonymous?: boolean;
  /** Is sent even when the page is left meanwhile. */
  readonly keepalive?: boolean;
}

export type Call = keyof Api;
export type CallOptions<C extends Call> = Sent<C, Api[C]> & Options;
/** A call that needs nothing takes nothing. */
export type CallArguments<C extends Call> =
  Record<never, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

/** Any of them, once it is known which. */
export interface Request extends Options {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: object;
  readonly accept?: string;
}

/** Longer than any call takes: a language model has a timeout of 8 s, the broker 10 s. */
const requestTimeoutMs = 30_000;

/** A call of the contract. */
export const call = <const C extends Call>(name: C, ...[options]: CallArguments<C>): Promise<Answer<Api[C]>> =>
  request(name, options);

/** Our own server's answer is trusted, so that no validator is bundled (decision 004). */
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

/** The address of a call, for links. */
export const toAddress = <const C extends Call>(name: C, ...[options]: CallArguments<C>): string =>
  fillIn(name, options);

function fillIn(name: string, { params = {}, query = {} }: Request = {}): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_match, param: string) => encodeURIComponent(params[param] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Renews an expired access token once and repeats the request; throws every error response. */
async function sendOk(name: string, options: Request): Promise<Response> {
  const renewal = options.anonymous ? null : renewEndingToken(Date.now());
  if (renewal) await renewal;
  const token = accessToken();
  let response = await send(name, options);
  if (response.status === 401 && !options.anonymous && (await renewToken(token))) response = await send(name, options);
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function send(name: string, options: Request): Promise<Response> {
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
  return fetchInTime(fillIn(name, options), sent, abort, file ? null : requestTimeoutMs);
}

/** Throws `offline` or `timed_out` when no response starts; rethrows an abort by the caller. */
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

// Of calls that the contract does not describe as endpoints yet.
type OldOptions = Omit<Request, 'params' | 'query'> & { readonly method?: Method };
const toName = (path: string, { method = 'GET' }: OldOptions): string => `${method} ${path}`;

export async function getJson<Answered>(path: string, options: OldOptions = {}): Promise<Answered> {
  return (await sendOk(toName(path, options), options)).json() as Promise<Answered>;
}

export const fillPath = (path: string, ...values: readonly string[]): string =>
  values.reduce((filled, value) => filled.replace(/:\w+/, encodeURIComponent(value)), path);

export const getPublic = <Answered>(path: string, abort?: AbortSignal): Promise<Answered> =>
  getJson(path, { anonymous: true, ...(abort && { abort }) });

export const fetchOldFile = async (path: string, type: string): Promise<Blob> =>
  (await sendOk(`GET ${path}`, { accept: type })).blob();

export async function sendRequest(path: string, options: OldOptions): Promise<void> {
  await sendOk(toName(path, options), options);
}
