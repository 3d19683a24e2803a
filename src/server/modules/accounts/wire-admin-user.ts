import type { AdminUser } from '#contract/admin-users.ts';
import { toInstant } from '#contract/wire.ts';
import type { ListedUser } from './admin-users.repository.ts';
import type { IsInternal } from './internal-accounts.ts';
import type { WireUser } from './wire-user.ts';

export type WireAdminUser = (user: ListedUser) => AdminUser;

interface Needs {
  readonly wireUser: WireUser;
  readonly isInternal: IsInternal;
  readonly isNamedAdmin: (email: string) => boolean;
}

/** An account as administrators see it: what it has come to, never what opens it. */
export const createWireAdminUser =
  ({ wireUser, isInternal, isNamedAdmin }: Needs): WireAdminUser =>
  (row) => {
    const { brokerAccountId: _sameAsReferralId, isActivated: _inState, ...user } = wireUser(row);
    return {
      ...user,
      state: row.state,
      isNamedAdmin: isNamedAdmin(row.email),
      isInternal: isInternal(row.email),
      isBlocked: row.isBlocked,
      signals: row.signals,
      createdAt: toInstant(row.createdAt.getTime()),
      lastSeenAt: row.lastSeenAt && toInstant(row.lastSeenAt.getTime()),
    };
  };
