import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsBuilt } from '#web/ui/use-is-built.ts';

/** `undefined` until the address has been read; null: it contains no link. */
export type ResetLink = string | null | undefined;

/**
 * The secret of the mail's link. It arrives in the fragment, is removed from the address at once
 * and is kept in memory only.
 */
export function useResetLink(): ResetLink {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isBuilt = useIsBuilt();
  const [saved, setCached] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('link');
  if (found && found !== saved) setCached(found);
  useEffect(() => {
    if (found) void navigate(pathname + search, { replace: true });
  }, [found, navigate, pathname, search]);
  return isBuilt ? undefined : (found ?? saved);
}
