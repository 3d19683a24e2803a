import type { AdminUser } from '#contract/admin/users.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { ListedUser } from './admin-users.repository.ts';
import type { AccountsApi } from '../accounts.api.ts';

export type ToAdminUserDto = (user: ListedUser) => AdminUser;

/** An account as administrators see it: its state, never its credentials. */
export const createToAdminUserDto =
  ({
    toUserDto,
    isInternal,
    isNamedAdmin,
  }: Pick<AccountsApi, 'toUserDto' | 'isInternal' | 'isNamedAdmin'>): ToAdminUserDto =>
  (row) => {
    const {
      brokerAccountId: _sameAsReferralId,
      isActivated: _inState,
      isBalanceValid: _inStateToo,
      isBalanceHidden: _ofTheUser,
      ...user
    } = toUserDto(row);
    return {
      ...user,
      balance: row.balance,
      state: row.state,
      isNamedAdmin: isNamedAdmin(row.email),
      isInternal: isInternal(row.email),
      isBlocked: row.isBlocked,
      signals: row.signals,
      createdAt: toInstant(row.createdAt.getTime()),
      lastSeenAt: toInstantOrNull(row.lastSeenAt),
    };
  };

/**
 * Accounts of the operator's own staff (INTERNAL_EMAILS): excluded from statistics and error
 * reports, and never sent to a browser.
 */
export function createIsInternal(internalEmails: readonly string[]): AccountsApi['isInternal'] {
  const known = new Set(internalEmails.map((email) => email.toLowerCase()));
  return (email) => known.has(email.trim().toLowerCase());
}
