import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import type { Address } from '#tests/support/network/serve.ts';

type Answer = object | null | (() => Promise<Response>);

/** Not `/api/` alone: the modules of a folder of this name are requests as well. */
const calls = ['/api/*', '/python_api/*'];

/** Answers every call that no test has answered. */
export const worker = setupWorker(
  ...calls.map((path) => http.all(path, anError(404, 'not_found', 'No such address.'))),
);

/** The server's error as JSON. */
export function anError(status: number, code: string, message: string) {
  return (): Promise<Response> => Promise.resolve(HttpResponse.json({ code, message, requestId: 'req-1' }, { status }));
}

/**
 * Answers calls by method and path until the test ends; null is an empty answer. Returns all
 * requests in their order, bodies as JSON.
 */
export function stubServer(answers: { readonly [Call in Address]?: Answer }): string[] {
  const requests: string[] = [];
  worker.use(
    ...calls.map((path) =>
      http.all(path, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const body = await request.clone().text();
        requests.push([request.method, pathname + search, ...(body ? [body] : [])].join(' '));
      }),
    ),
    ...Object.entries(answers).map(([call, answer]) => {
      const [method = '', path = ''] = call.split(' ');
      return http.all(path, ({ request }) => {
        if (request.method !== method) return undefined;
        if (typeof answer === 'function') return answer();
        return answer === null ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(answer);
      });
    }),
  );
  return requests;
}
