import type { TraderCheck } from '#contract/traders.ts';

/**
 * Outcome of the newest balance check. `silent`: the broker has not responded since it began, so
 * the known balance is older; `lost`: the broker no longer knows the trader; null: it responded, or
 * was not requested.
 */
export function brokerAnswer({ check, user }: TraderCheck): 'silent' | 'lost' | null {
  if (check?.kind !== 'balance') return null;
  if (check.state === 'not_found') return 'lost';
  if (check.answeredAt !== null || check.attempts === 0) return null;
  const { balanceCheckedAt } = user;
  return balanceCheckedAt === null || check.startedAt >= balanceCheckedAt ? 'silent' : null;
}
