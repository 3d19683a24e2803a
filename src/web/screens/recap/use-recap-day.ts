import { useSearchParams } from 'react-router';
import { useIsBuilt } from '#web/ui/use-is-built.ts';

/** The requested day, from the address; null: the newest one. */
export function useRecapDay(): string | null {
  const [params] = useSearchParams();
  // The prerendered page has no query, and the first render must match it.
  return useIsBuilt() ? null : params.get('day') || null;
}
