import type { TraderCheck } from '#contract/traders.ts';

/**
 * What came of the newest check of the balance. `silent`: the broker has not answered since it began, so what is known
 * of the balance is older; `lost`: the broker no longer knows the trader; null: it answered, or nothing was asked.
 */
export function brokerAnswer({ check, user }: Pick<TraderCheck, 'check' | 'user'>): 'silent' | 'lost' | null {
  if (check?.kind !== 'balance') return null;
  if (check.state === 'not_found') return 'lost';
  if (check.answeredAt !== null || check.attempts === 0) return null;
  const { balanceCheckedAt } = user;
  return balanceCheckedAt === null || check.startedAt >= balanceCheckedAt ? 'silent' : null;
}
