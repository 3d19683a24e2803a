import type { AdminUser } from '#contract/admin/users.ts';
import { releaseReasonLength } from '#domain/accounts/trader-claim.ts';
import { changeUser, endUserSessions, mailPasswordLink, releaseTrader } from '#web/api/calls/admin-calls.ts';

/** Actions on an account, each with a confirmation. */
export type UserAction = 'mailPassword' | 'endSessions' | 'releaseTrader' | 'promote' | 'demote' | 'block' | 'unblock';

/** Min length that the server requires of a reason. */
export const minReason = (action: UserAction): number => (action === 'releaseTrader' ? releaseReasonLength.min : 3);

/** Password mails and ended sessions are logged without a reason. */
export const takesReason = (action: UserAction): boolean => action !== 'endSessions' && action !== 'mailPassword';

/** Blocking a user or releasing a broker ID requires a reason. */
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
