import type { FastifyRequest } from 'fastify';
import { apiError } from '#server/http/api-error.ts';
import { type Guard, createGuard } from '#server/http/route-errors.ts';
import { type ApiKeys, sendsKey } from '../api-keys/api-keys.ts';
import type { SecondFactorStateOf } from '../second-factor/second-factor-state.ts';
import { isWaiting, type Sessions } from './sessions.ts';
import type { CallingSession, User, WhoCalls } from '../accounts.api.ts';

export const createWhoCalls =
  (sessions: Sessions): WhoCalls =>
  async ({ headers }) => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
    return token ? sessions.whoIs(token) : null;
  };

/** The same, once the login session has passed its second factor. */
export const createWhoActs =
  (whoCalls: WhoCalls): WhoCalls =>
  async (request) => {
    const session = await whoCalls(request);
    return session && !isWaiting(session) ? session : null;
  };

interface Needs {
  readonly whoCalls: WhoCalls;
  readonly secondFactorOf: SecondFactorStateOf;
  readonly apiKeys: Pick<ApiKeys, 'whoCalls'>;
}

/**
 * Admits a login session, or an API key on a route whose `config.scope` is one of the key's scopes.
 */
export const createSignedIn =
  ({ whoCalls, apiKeys, secondFactorOf }: Needs): Guard =>
  createGuard(['unauthenticated', 'scope_missing', 'second_factor_required'], async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (sendsKey(request)) {
      request.user = await userOfKey(apiKeys, request);
      return;
    }
    const session = await whoCalls(request);
    if (!session) throw apiError('unauthenticated');
    request.user = session.user;
    request.sessionId = session.sessionId;
    request.secondFactor = secondFactorOf(session);
    const isOpen = request.secondFactor !== 'waiting' || request.routeOptions.config.isBeforeSecondFactor === true;
    if (!isOpen) throw apiError('second_factor_required');
  });

/** For grave actions, after another guard. */
export const createRecentlyConfirmed =
  (sessions: Pick<Sessions, 'isConfirmed'>): Guard =>
  createGuard(['confirmation_required'], async (request) => {
    if (!(await sessions.isConfirmed(sessionOf(request).sessionId))) throw apiError('confirmation_required');
  });

async function userOfKey(apiKeys: Needs['apiKeys'], request: FastifyRequest): Promise<User> {
  const caller = await apiKeys.whoCalls(request);
  if (!caller) throw apiError('unauthenticated');
  const { scope } = request.routeOptions.config;
  if (!scope) throw apiError('scope_missing', { phrase: 'session_required', details: { scope: null } });
  if (!caller.scopes.includes(scope)) throw apiError('scope_missing', { params: { scope }, details: { scope } });
  return caller.user;
}

/** The login session of a request that passed a guard. */
export function sessionOf(request: FastifyRequest): CallingSession {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
