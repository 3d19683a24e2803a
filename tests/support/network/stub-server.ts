import { vi } from 'vitest';

type Answer = object | null | (() => Promise<Response>);

/** The server's error as JSON. */
export const anError = (status: number, code: string, message: string) => (): Promise<Response> =>
  Promise.resolve(Response.json({ code, message, requestId: 'req-1' }, { status }));

/**
 * Answers `fetch` by method and path without its query; null is an empty answer. Returns the
 * requests in their order, bodies as JSON. Anything else is answered with 404.
 */
export function stubServer(answers: Readonly<Record<string, Answer>>): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    requests.push([method, path, ...(typeof body === 'string' ? [body] : [])].join(' '));
    const answer = answers[`${method} ${path.split('?')[0]}`];
    if (typeof answer === 'function') return answer();
    if (answer === undefined) return anError(404, 'not_found', 'No such address.')();
    return Promise.resolve(answer === null ? new Response(null, { status: 204 }) : Response.json(answer));
  });
  return requests;
}
