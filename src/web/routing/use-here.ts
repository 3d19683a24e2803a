import { useLocation } from 'react-router';

/** The address one is at, query and hash included. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
