import type { AdminUser } from '#contract/admin-users.ts';
import { releaseReasonLength } from '#domain/accounts/trader-claim.ts';
import { changeUser, endUserSessions, mailPasswordLink, releaseTrader } from '../../api/admin-users-calls.ts';

/** What can be done to an account, each after a question. */
export type UserAction = 'mailPassword' | 'endSessions' | 'releaseTrader' | 'promote' | 'demote' | 'block' | 'unblock';

/** The server wants as many characters, where a reason is given. */
export const minReason = (action: UserAction): number => (action === 'releaseTrader' ? releaseReasonLength.min : 3);

/** What is written down by itself, without words beside it. */
export const takesReason = (action: UserAction): boolean => action !== 'endSessions' && action !== 'mailPassword';

/** Nobody is shut out or loses a broker ID without a word of why. */
export const needsReason = (action: UserAction): boolean => action === 'block' || action === 'releaseTrader';

export async function carryOut(action: UserAction, user: AdminUser, reason: string): Promise<void> {
  if (action === 'endSessions') return endUserSessions(user.id);
  if (action === 'mailPassword') return mailPasswordLink(user.id);
  if (action === 'releaseTrader') return releaseTrader(user.id, reason);
  await changeUser(user.id, { ...changes[action], ...(reason === '' ? {} : { reason }) });
}

const changes = {
  promote: { role: 'admin' },
  demote: { role: 'user' },
  block: { blocked: true },
  unblock: { blocked: false },
} as const;
