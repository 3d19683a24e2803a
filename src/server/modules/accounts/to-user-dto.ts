import type { User as UserDto } from '#contract/accounts.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { User } from './accounts.api.ts';

export const toUserDto = (ctx: AccountsContext, user: User): UserDto => ({
  id: user.id,
  email: user.email,
  lang: user.lang,
  campaign: user.campaign,
  isActivated: user.isActivated,
  referralId: user.referralId,
  brokerAccountId: user.referralId,
  balance: shownBalance(user),
  isBalanceValid: user.balance === null ? null : isBalanceEnough(user.balance, ctx.config.access),
  isBalanceHidden: user.balance !== null && shownBalance(user) === null,
  balanceCheckedAt: toInstantOrNull(user.balanceCheckedAt),
  roles: isAdmin(ctx, user) ? ['user', 'admin'] : ['user'],
});

/** Only with a proven address: anyone may register an administrator's with a password of their own. */
export const isAdmin = (ctx: AccountsContext, user: User): boolean =>
  user.isActivated && user.passwordProvenAt !== null && (user.role === 'admin' || isNamedAdmin(ctx, user.email));

export const isNamedAdmin = ({ config }: AccountsContext, email: string): boolean =>
  config.adminEmails.includes(email.toLowerCase());

/**
 * Accounts of the operator's own staff (INTERNAL_EMAILS): excluded from statistics and error
 * reports, and never sent to a browser.
 */
export const isInternal = ({ config }: AccountsContext, email: string): boolean =>
  config.internalEmails.includes(email.trim().toLowerCase());
