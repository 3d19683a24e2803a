import type { Page, Route } from '@playwright/test';
import { getResponse, http, HttpResponse } from 'msw';
import type { SetupWorker } from 'msw/browser';
import type { z } from 'zod';
import type { Api } from '#contract/api.ts';

/** A call of the API as a fake sees it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** JSON is parsed; null: none. */
  readonly body: unknown;
}

/** An endpoint of the contract, or one of its addresses: `DELETE /api/sessions/1`. */
export type Address = Addressed<keyof Api>;
type Addressed<Key> = Key extends `${infer Head}:${string}/${infer Rest}`
  ? `${Head}${string}/${Addressed<Rest>}`
  : Key extends `${infer Head}:${string}` | `${infer Head}*`
    ? `${Head}${string}`
    : Key;

/** A text or bytes stay what they are, anything else is sent as JSON. Without a type: an error, or what a test made up. */
// oxlint-disable-next-line typescript/no-explicit-any -- fits every endpoint
export type FakeAnswer<Content = any> = {
  readonly status: number;
  readonly body?: Content;
  readonly headers?: Readonly<Record<string, string>>;
};

export const ok = <Content>(body: Content, status = 200): FakeAnswer<Content> => ({ status, body });
export const none: FakeAnswer<never> = { status: 204 };

type Body<E> = E extends { readonly answer: infer Shape extends z.ZodType } ? z.input<Shape> | Uint8Array : unknown;
type Answered<E> = FakeAnswer<Body<E>> | null;

/** What a fake answers, by endpoint; null: another fake answers. */
export type Answers<State> = {
  readonly [Key in keyof Api]?: (state: State, call: Call) => Answered<Api[Key]> | Promise<Answered<Api[Key]>>;
};

/** Of this site, and not of a module in a folder of this name. */
const calls = /^https?:\/\/[^/]+\/(api|python_api)\//;

/** A page of a journey, or the worker of the tests of components. */
export type Server = Page | SetupWorker;

export const isPage = (server: Server): server is Page => 'route' in server;

/**
 * Answers these endpoints from the state, instead of what is served so far; `first` may answer any of them before.
 * Handlers of MSW: of the tests of components, of `npm run dev`, and through `getResponse` of the journeys.
 */
export async function serve<State>(
  server: Server,
  state: State,
  answers: Answers<State>,
  first: (state: State, call: Call) => FakeAnswer | null = () => null,
): Promise<void> {
  const endpoints = Object.entries(answers).map(([name, answer]) => {
    const [method = '', pathname = ''] = name.split(' ');
    return { method, pattern: new URLPattern({ pathname }), answer };
  });
  const handler = http.all(calls, async ({ request }) => {
    const found = endpoints.find(({ method, pattern }) => method === request.method && pattern.test(request.url));
    if (!found) return undefined;
    const { pathname: path, searchParams: query } = new URL(request.url);
    const call = {
      method: found.method,
      path,
      params: found.pattern.exec(request.url)?.pathname.groups ?? {},
      query,
      headers: request.headers,
      body: parseBody(await request.clone().text()),
    };
    const answer = first(state, call) ?? (await found.answer(state, call));
    return answer ? toResponse(answer) : undefined;
  });
  if (!isPage(server)) return server.use(handler);
  await server.route(calls, async (route) => {
    const response = await getResponse([handler], toRequest(route));
    if (!response) return route.fallback();
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

function toResponse({ status, body, headers = {} }: FakeAnswer): Response {
  if (status === 204) return new HttpResponse(null, { status });
  if (typeof body === 'string' || body instanceof Uint8Array)
    return new HttpResponse(body as BodyInit, { status, headers });
  return HttpResponse.json(body as object, { status, headers });
}

function toRequest(route: Route): Request {
  const request = route.request();
  const body = request.postDataBuffer();
  return new Request(request.url(), {
    method: request.method(),
    headers: request.headers(),
    ...(body && { body: new Uint8Array(body) }),
  });
}
