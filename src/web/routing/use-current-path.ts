import { useLocation } from 'react-router';

/** The current address, query and hash included. */
export function useCurrentPath(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
