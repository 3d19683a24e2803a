import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '#server/http/api-error.ts';
import { type Guard, createGuard } from '#server/http/errors/route-errors.ts';
import { isWaiting, type Sessions } from './sessions.ts';
import type { AccountsApi, CallingSession, WhoCalls } from '../accounts.api.ts';

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

interface SignedInDependencies {
  readonly whoCalls: WhoCalls;
  readonly getSecondFactor: AccountsApi['getSecondFactor'];
}

/** Admits a login session. */
export const createSignedIn = (needs: SignedInDependencies): Guard =>
  createGuard(['unauthenticated', 'second_factor_required'], async (request, reply) => {
    await identifyCaller(needs, request, reply);
    if (request.secondFactor === 'waiting') throw apiError('second_factor_required');
  });

/** The same, and a login session that waits for its second factor: for what it is passed by. */
export const createSignedInOrWaiting = (needs: SignedInDependencies): Guard =>
  createGuard(['unauthenticated'], (request, reply) => identifyCaller(needs, request, reply));

async function identifyCaller(
  needs: SignedInDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('cache-control', 'no-store');
  const session = await needs.whoCalls(request);
  if (!session) throw apiError('unauthenticated');
  request.user = session.user;
  request.sessionId = session.sessionId;
  request.secondFactor = needs.getSecondFactor(session);
}

/** For grave actions, after another guard. */
export const createRecentlyConfirmed = (sessions: Pick<Sessions, 'isConfirmed'>): Guard =>
  createGuard(['confirmation_required'], async (request) => {
    if (!(await sessions.isConfirmed(getSession(request).sessionId))) throw apiError('confirmation_required');
  });

/**
 * Only whose password was proven by a mail sets up a factor: a stranger who registered an address
 * must not lock its owner out.
 */
export const provenPassword = createGuard(['password_not_proven'], async (request) => {
  if (getSession(request).user.passwordProvenAt === null)
    throw apiError('password_not_proven', { phrase: 'own_password_not_proven' });
});

/** The login session of a request that passed a guard. */
export function getSession(request: FastifyRequest): CallingSession {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
