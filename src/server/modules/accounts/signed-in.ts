import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#server/http/problem.ts';
import type { UserRow } from './accounts.repository.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the `signedIn` guard. */
    user?: UserRow;
    sessionId?: string;
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const createSignedIn =
  (sessions: Sessions): Guard =>
  async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const session = token ? await sessions.whoIs(token) : null;
    if (!session) throw problem('unauthenticated');
    request.user = session.user;
    request.sessionId = session.sessionId;
  };

/** The user of a request that a guard has let in. */
export function userOf(request: FastifyRequest): UserRow {
  if (!request.user) throw problem('unauthenticated');
  return request.user;
}
