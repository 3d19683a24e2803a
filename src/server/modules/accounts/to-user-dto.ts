import { toInstant } from '#contract/wire.ts';
import type { ToUserDto, User } from './accounts.api.ts';

export const createToUserDto = ({ adminEmails }: { adminEmails: readonly string[] }): ToUserDto => {
  const isNamed = ({ email }: User): boolean => adminEmails.includes(email.toLowerCase());
  return (user) => ({
    id: user.id,
    email: user.email,
    lang: user.lang,
    campaign: user.campaign,
    isActivated: user.isActivated,
    referralId: user.referralId,
    brokerAccountId: user.referralId,
    balance: user.balance,
    balanceCheckedAt: user.balanceCheckedAt && toInstant(user.balanceCheckedAt.getTime()),
    // Anyone may register an administrator's address, but only its owner can prove it.
    roles: user.isActivated && (user.role === 'admin' || isNamed(user)) ? ['user', 'admin'] : ['user'],
  });
};
