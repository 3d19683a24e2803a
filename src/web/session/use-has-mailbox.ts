import { useQuery } from '@tanstack/react-query';
import { listMails } from '../api/account-calls.ts';
import { useWorkingStats } from './use-working-stats.ts';

/** Whether this is a demo that keeps its mails. Not even asked where the market is a live one. */
export function useHasMailbox(): boolean {
  const feed = useWorkingStats().data?.feed;
  const { isSuccess } = useQuery({
    queryKey: ['has-mailbox'],
    queryFn: async () => (await listMails()).length,
    enabled: feed?.live === false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return isSuccess;
}
