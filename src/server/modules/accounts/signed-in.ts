import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '#server/http/api-error.ts';
import type { OpenSession, UserRow } from './accounts.repository.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the `signedIn` guard. */
    user?: UserRow;
    sessionId?: string;
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * The login session behind a request's access token. Tokens are accepted in the header only: a
 * query string ends up in logs.
 */
export type WhoCalls = (request: FastifyRequest) => Promise<OpenSession | null>;

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

/** The user of a request that passed a guard. */
export function userOf(request: FastifyRequest): UserRow {
  if (!request.user) throw apiError('unauthenticated');
  return request.user;
}

/** The login session of a request that passed a guard. */
export function sessionOf(request: FastifyRequest): { sessionId: string; user: UserRow } {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
