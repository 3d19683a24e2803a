import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '#server/http/api-error.ts';
import { type ApiKeys, sendsKey } from './api-keys.ts';
import type { Sessions } from './sessions.ts';
import type { Guard, User, WhoCalls } from './accounts.api.ts';

export const createWhoCalls =
  (sessions: Sessions): WhoCalls =>
  async ({ headers }) => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
    return token ? sessions.whoIs(token) : null;
  };

interface Needs {
  readonly whoCalls: WhoCalls;
  readonly apiKeys: Pick<ApiKeys, 'whoCalls'>;
}

/**
 * Admits a login session, or an API key on a route whose `config.scope` is one of the key's scopes.
 */
export const createSignedIn =
  ({ whoCalls, apiKeys }: Needs): Guard =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (sendsKey(request)) {
      request.user = await userOfKey(apiKeys, request);
      return;
    }
    const session = await whoCalls(request);
    if (!session) throw apiError('unauthenticated');
    request.user = session.user;
    request.sessionId = session.sessionId;
  };

async function userOfKey(apiKeys: Needs['apiKeys'], request: FastifyRequest): Promise<User> {
  const caller = await apiKeys.whoCalls(request);
  if (!caller) throw apiError('unauthenticated');
  const { scope } = request.routeOptions.config;
  if (!scope) throw apiError('scope_missing', { phrase: 'session_required', details: { scope: null } });
  if (!caller.scopes.includes(scope)) throw apiError('scope_missing', { params: { scope }, details: { scope } });
  return caller.user;
}

/** The login session of a request that passed a guard. */
export function sessionOf(request: FastifyRequest): { sessionId: string; user: User } {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
