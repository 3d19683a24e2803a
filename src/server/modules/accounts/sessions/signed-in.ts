import type { FastifyRequest } from 'fastify';
import type { SecondFactorState } from '#domain/accounts/user.ts';
import { apiError } from '#server/http/api-error.ts';
import { toGuard, type Guard } from '#server/http/errors/route-errors.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { type CallingSession, getUser, type OpenSession } from '../accounts.api.ts';
import { isAdmin } from '../to-user-dto.ts';
import { isConfirmed, whoIs } from './sessions.ts';

/**
 * What a login session may do in each state of its second step. A code takes it from `waiting` to
 * `passed`; setting up an app does so from `off` and `missing`, and removing the app leads back.
 */
const secondStep: Readonly<Record<SecondFactorState, { readonly acts: boolean; readonly administers: boolean }>> = {
  off: { acts: true, administers: true },
  missing: { acts: true, administers: false },
  waiting: { acts: false, administers: false },
  passed: { acts: true, administers: true },
};

export function getSecondFactor(ctx: AccountsContext, { secondFactor, user }: OpenSession): SecondFactorState {
  if (secondFactor !== 'none') return secondFactor;
  // In the demo administrators need none.
  return !ctx.config.demo && isAdmin(ctx, user) ? 'missing' : 'off';
}

/** Also a login session that waits for its second factor. */
export async function whoCalls(ctx: AccountsContext, { headers }: FastifyRequest): Promise<OpenSession | null> {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  return token ? whoIs(ctx, token) : null;
}

export async function whoActs(ctx: AccountsContext, request: FastifyRequest): Promise<OpenSession | null> {
  const session = await whoCalls(ctx, request);
  return session && secondStep[getSecondFactor(ctx, session)].acts ? session : null;
}

/** Admits a login session, also one that waits for its second factor: for what it is passed by. */
export const signedInOrWaiting = (ctx: AccountsContext): Guard =>
  toGuard(['unauthenticated'], async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const session = await whoCalls(ctx, request);
    if (!session) throw apiError('unauthenticated');
    request.user = session.user;
    request.sessionId = session.sessionId;
    request.secondFactor = getSecondFactor(ctx, session);
  });

/** Admits a login session that may act. */
export function signedIn(ctx: AccountsContext): Guard {
  const identify = signedInOrWaiting(ctx);
  return toGuard(['unauthenticated', 'second_factor_required'], async (request, reply) => {
    await identify(request, reply);
    if (!secondStep[request.secondFactor ?? 'off'].acts) throw apiError('second_factor_required');
  });
}

/** For grave actions, after another guard. */
export const recentlyConfirmed = (ctx: AccountsContext): Guard =>
  toGuard(['confirmation_required'], async (request) => {
    if (!(await isConfirmed(ctx, getSession(request).sessionId))) throw apiError('confirmation_required');
  });

/**
 * Only whose password was proven by a mail sets up a factor: a stranger who registered an address
 * must not lock its owner out.
 */
export const provenPassword = toGuard(['password_not_proven'], async (request) => {
  if (getSession(request).user.passwordProvenAt === null)
    throw apiError('password_not_proven', { phrase: 'own_password_not_proven' });
});

/** For `onRequest`: rejects other users with 403 before anything is read or looked up. */
export function adminOnly(ctx: AccountsContext): readonly Guard[] {
  const confirmed = recentlyConfirmed(ctx);
  return [
    signedIn(ctx),
    toGuard(['forbidden', 'second_factor_required', 'confirmation_required'], async (request, reply) => {
      if (!isAdmin(ctx, getUser(request))) throw apiError('forbidden');
      if (!secondStep[request.secondFactor ?? 'off'].administers)
        throw apiError('second_factor_required', { phrase: 'second_factor_missing' });
      if (!readingMethods.has(request.method)) await confirmed(request, reply);
    }),
  ];
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The login session of a request that passed a guard. */
export function getSession(request: FastifyRequest): CallingSession {
  if (!request.user || !request.sessionId) throw apiError('unauthenticated');
  return { sessionId: request.sessionId, user: request.user };
}
