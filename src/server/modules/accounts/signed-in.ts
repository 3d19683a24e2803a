import type { FastifyRequest } from 'fastify';
import { apiError } from '#server/http/api-error.ts';
import type { Sessions } from './sessions.ts';
import type { Guard, User, WhoCalls } from './accounts.api.ts';

export const createWhoCalls =
  (sessions: Sessions): WhoCalls =>
  async ({ headers }) => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
    return token ? sessions.whoIs(token) : null;
  };

export const createSignedIn =
  (whoCalls: WhoCalls): Guard =>
  async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const session = await whoCalls(request);
    if (!session) throw apiError('unauthenticated');
    request.user = session.user;
    request.sessionId = session.sessionId;
  };

/** The login session of a request that passed a guard. */
export function sessionOf(request: FastifyRequest): { sessionId: string; user: User } {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
