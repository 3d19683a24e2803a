import { toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { ToUserDto, User } from './accounts.api.ts';

const isProven = ({ isActivated, passwordProvenAt }: User): boolean => isActivated && passwordProvenAt !== null;

interface ToUserDtoDependencies {
  readonly adminEmails: readonly string[];
  readonly minBalance: number;
}

export const createToUserDto = ({ adminEmails, minBalance }: ToUserDtoDependencies): ToUserDto => {
  const isNamed = ({ email }: User): boolean => adminEmails.includes(email.toLowerCase());
  return (user) => ({
    id: user.id,
    email: user.email,
    lang: user.lang,
    campaign: user.campaign,
    isActivated: user.isActivated,
    referralId: user.referralId,
    brokerAccountId: user.referralId,
    balance: shownBalance(user),
    isBalanceValid: user.balance === null ? null : isBalanceEnough(user.balance, { minBalance }),
    isBalanceHidden: user.balance !== null && shownBalance(user) === null,
    balanceCheckedAt: toInstantOrNull(user.balanceCheckedAt),
    // Anyone may register an administrator's address with a password of their own.
    roles: isProven(user) && (user.role === 'admin' || isNamed(user)) ? ['user', 'admin'] : ['user'],
  });
};
