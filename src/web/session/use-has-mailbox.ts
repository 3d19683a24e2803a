import { useEffect, useState } from 'react';
import { accountPaths } from '#contract/account-paths.ts';
import { isApiError } from '../api/api-error.ts';
import { readPublic } from '../api/read-public.ts';
import { useWorkingStats } from './use-working-stats.ts';

/** Asked once a visit, whoever wants to know. */
let requested: Promise<boolean> | null = null;

/** Whether this is a demo that keeps its mails. Not even asked where the market is a live one. */
export function useHasMailbox(): boolean {
  const isDemo = useWorkingStats().data?.feed.live === false;
  const [hasMailbox, setHasMailbox] = useState(false);
  useEffect(() => {
    if (!isDemo) return;
    requested ??= fetchHasMailbox();
    void requested.then(setHasMailbox);
  }, [isDemo]);
  return hasMailbox;
}

async function fetchHasMailbox(): Promise<boolean> {
  try {
    await readPublic(accountPaths.mailbox);
    return true;
  } catch (error) {
    if (isApiError(error, 'offline')) requested = null;
    return false;
  }
}
