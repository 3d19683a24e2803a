import { useEffect, useState } from 'react';
import { accountPaths } from '#contract/paths.ts';
import { isApiError } from '../api/api-error.ts';
import { getPublic } from '../api/request.ts';
import { useWorkingStats } from './working-stats.ts';

/** Requested once per visit and shared by all callers. */
let requested: Promise<boolean> | null = null;

/** Whether this is a demo that stores its mails. Not requested when the market is live. */
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
    await getPublic(accountPaths.mailbox);
    return true;
  } catch (error) {
    if (isApiError(error, 'offline')) requested = null;
    return false;
  }
}
