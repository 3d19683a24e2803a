import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';

/** What one account screen hands to the next beside the address, where no log and no Referer sees it. */
const Carried = z.object({
  email: z.string().optional(),
  notice: z.literal('passwordChanged').optional(),
});
type Carried = z.infer<typeof Carried>;

const nothing: Carried = {};
const never = (): (() => void) => () => undefined;

/** Nothing while a page that was built takes over its HTML: the build knew of none. */
export function useCarried(): Carried {
  const { state } = useLocation();
  const isBuilt = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const parsed = Carried.safeParse(state);
  return parsed.success && !isBuilt ? parsed.data : nothing;
}

export const carry = (carried: Carried): { state: Carried } => ({ state: carried });
