import type { FastifyRequest } from 'fastify';
import type { User as UserDto } from '#contract/accounts.ts';
import type { GuardName } from '#contract/endpoint.ts';
import type { SecondFactorState } from '#domain/accounts/user.ts';
import type { users } from '#server/database/schema.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';

/** A user as other modules see one: without credentials. */
export type User = Omit<typeof users.$inferSelect, 'passwordHash' | 'activatedAt' | 'acceptedTermsAt'>;

export const toUser = ({
  passwordHash: _secret,
  activatedAt: _ofAccounts,
  acceptedTermsAt: _ofAccountsToo,
  ...user
}: typeof users.$inferSelect): User => user;

/** A login session that is still valid, with its user. */
export interface OpenSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly user: User;
  /** Whether the user has set up a second factor, and this login session passed it. */
  readonly secondFactor: 'none' | 'waiting' | 'passed';
}

/** The login session of a request that passed a guard. */
export type CallingSession = Pick<OpenSession, 'sessionId' | 'user'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the `signedIn` guard. */
    user?: User;
    sessionId?: string;
    secondFactor?: SecondFactorState;
  }
}

/**
 * The login session behind a request's access token. Tokens are accepted in the header only: a
 * query string ends up in logs.
 */
type WhoCalls = (request: FastifyRequest) => Promise<OpenSession | null>;

/** The user of a request that passed a guard. */
export function getUser(request: FastifyRequest): User {
  if (!request.user) throw apiError('unauthenticated');
  return request.user;
}

/** The signed-in user, whose address must be confirmed: who acts for an account must be reachable by mail. */
export function getActivatedUser(request: FastifyRequest): User {
  const user = getUser(request);
  if (!user.isActivated) throw apiError('email_not_activated');
  return user;
}

export interface UserCounts {
  readonly total: number;
  /** Users who registered since then. */
  readonly today: number;
  readonly withAccess: number;
  /** The total and those with access are estimated. */
  readonly isEstimate?: true;
}

export interface AccountsApi {
  /**
   * What endpoints name, but for `signalAccess`. `admin`: signed in, and an administrator, with a second
   * factor where administrators need one; recently confirmed for everything but reading.
   * `recentlyConfirmed`: the password or a code was given to this login session within the last ten minutes.
   */
  readonly guards: Readonly<Record<Exclude<GuardName, 'admin' | 'signalAccess'>, Guard>> & {
    readonly admin: readonly Guard[];
  };
  /** Not a login session that waits for its second factor. */
  readonly whoActs: WhoCalls;
  /** The user of a login session, for rate limits; null: there is none. */
  identify(request: FastifyRequest): Promise<string | null>;
  toUserDto(user: User): UserDto;
  getSecondFactor(session: OpenSession): SecondFactorState;
  isAdmin(user: User): boolean;
  /** Whether ADMIN_EMAILS names this address. */
  isNamedAdmin(email: string): boolean;
  /** Whether INTERNAL_EMAILS names this address. */
  isInternal(email: string): boolean;
  findUser(id: string): Promise<User | undefined>;
  listUsers(ids: readonly string[]): Promise<User[]>;
  /** Users who are customers, and those of them who registered since then. */
  countUsers(since: Date): Promise<UserCounts>;
  /** Invalidates the cached login sessions of a user whose row has changed. */
  invalidateUser(userId: string): void;
  /** Those of these login sessions that have been revoked or erased. */
  listEndedSessions(ids: readonly string[]): Promise<string[]>;
  onSessionEnd(listener: (sessionId: string) => void): void;
}
