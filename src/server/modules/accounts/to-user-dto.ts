import { toInstant } from '#contract/wire.ts';
import type { ToUserDto, User } from './accounts.api.ts';

const isProven = ({ isActivated, passwordProvenAt }: User): boolean => isActivated && passwordProvenAt !== null;

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
    // Anyone may register an administrator's address with a password of their own.
    roles: isProven(user) && (user.role === 'admin' || isNamed(user)) ? ['user', 'admin'] : ['user'],
  });
};
