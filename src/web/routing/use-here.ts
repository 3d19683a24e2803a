import { useLocation } from 'react-router';

/** The current address, query and hash included. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
