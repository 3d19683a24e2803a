import { queryOptions } from '@tanstack/react-query';
import type { ChangePayoutsBody, Payouts } from '#contract/payout.ts';
import { payoutPaths } from '#contract/paths.ts';
import { getJson } from '#web/api/request.ts';

/** What the trader's broker pays: by the trader's word, the broker's own or the operator's default. */
export const payoutsQuery = queryOptions({
  queryKey: ['payouts'],
  queryFn: () => getJson<Payouts>(payoutPaths.payout),
  staleTime: 60_000,
});

export const savePayouts = (body: ChangePayoutsBody): Promise<Payouts> =>
  getJson(payoutPaths.payout, { method: 'PUT', body });

/** Whether nobody has said anything yet: the page asks once. */
export const isUnstated = ({ default: { statedBy }, bySymbol }: Payouts): boolean =>
  statedBy === 'default' && !Object.values(bySymbol).some((entry) => entry.statedBy === 'broker');
