import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** `undefined` until the address has been read; null: it carries no link. */
export type ResetLink = string | null | undefined;

/** The secret of the mail's link. It comes in the fragment, leaves the address at once and lives in memory only. */
export function useResetLink(): ResetLink {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<ResetLink>();
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('link');
    setLink((known) => found ?? known ?? null);
    if (found) void navigate(pathname + search, { replace: true });
  }, [hash, navigate, pathname, search]);
  return link;
}
