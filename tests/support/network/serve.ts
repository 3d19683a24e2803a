import type { Page, Route } from '@playwright/test';
import { getResponse, http, HttpResponse } from 'msw';
import type { SetupWorker } from 'msw/browser';
import type { Api } from '#contract/api.ts';

/** A call of the API as a fake sees it. */
export interface Call {
  readonly method: string;
  readonly path: string;
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

/** A text or bytes stay what they are, anything else is sent as JSON. */
export type FakeAnswer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Null: another fake answers. */
export type FakeHandler = (call: Call) => FakeAnswer | null | Promise<FakeAnswer | null>;

export const ok = (body: unknown, status = 200): FakeAnswer => ({ status, body });
export const none: FakeAnswer = { status: 204 };

/** Of this site, and not of a module in a folder of this name. */
const calls = /^https?:\/\/[^/]+\/(api|python_api)\//;

/** Handlers of MSW: of the tests of components, of `npm run dev`, and through `getResponse` of the journeys. */
const toHandler = (answer: FakeHandler) =>
  http.all(calls, async ({ request }) => {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const found = await answer({
      method: request.method,
      path,
      query,
      headers: request.headers,
      body: parseBody(await request.clone().text()),
    });
    return found ? toResponse(found) : undefined;
  });

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

/** A page of a journey, or the worker of the tests of components. */
export type Server = Page | SetupWorker;

export const isPage = (server: Server): server is Page => 'route' in server;

/** The newest answers first. */
export async function serve(server: Server, answer: FakeHandler): Promise<void> {
  const handler = toHandler(answer);
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

function toRequest(route: Route): Request {
  const request = route.request();
  const body = request.postDataBuffer();
  return new Request(request.url(), {
    method: request.method(),
    headers: request.headers(),
    ...(body && { body: new Uint8Array(body) }),
  });
}
