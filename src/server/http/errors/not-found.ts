import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { apiError } from '../api-error.ts';

type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/**
 * Requests that match no route: a known address with the wrong method gets its own error, the
 * fallback handles the rest.
 */
export function handleNotFound(app: FastifyInstance, fallback: Fallback | null): void {
  const known: { methods: readonly string[]; address: RegExp }[] = [];
  app.addHook('onRoute', (route: RouteOptions) => {
    known.push({ methods: [route.method].flat(), address: addressPattern(route.url) });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = [...new Set(known.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods))];
    if (allowed.length === 0) return answerUnknown(request, reply, fallback);
    reply.header('allow', allowed.join(', '));
    throw apiError('method_not_allowed');
  });
}

const addressPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      // A last part that may be absent.
      .replace(/\/:\w+\\\?$/, '(/[^/]*)?')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  );

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function answerUnknown(request: FastifyRequest, reply: FastifyReply, fallback: Fallback | null) {
  if (!methods.includes(request.method)) throw apiError('method_not_allowed');
  if (!fallback) throw apiError('not_found');
  return fallback(request, reply);
}
