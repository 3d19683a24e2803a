import { queryOptions } from '@tanstack/react-query';
import { traderPaths } from '#contract/paths.ts';
import type { BrokerLinks, TraderCheck } from '#contract/traders.ts';
import { getJson } from '../request.ts';

export const getTraderCheck = (): Promise<TraderCheck> => getJson(traderPaths.check);

/** Queries the broker at once; the response contains its answer. */
export const startTraderCheck = (): Promise<TraderCheck> => getJson(traderPaths.check, { method: 'POST' });

export const brokerLinksQuery = queryOptions({
  queryKey: ['broker-links'],
  queryFn: () => getJson<BrokerLinks>(traderPaths.links),
});

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
