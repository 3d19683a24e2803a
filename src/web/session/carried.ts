import { useLocation } from 'react-router';
import { z } from 'zod';
import { useIsBuilt } from '../ui/use-is-built.ts';

/** What one account screen hands to the next beside the address, where no log and no Referer sees it. */
const Carried = z.object({
  email: z.string().optional(),
  notice: z.literal('passwordChanged').optional(),
});
type Carried = z.infer<typeof Carried>;

const nothing: Carried = {};

export function useCarried(): Carried {
  const { state } = useLocation();
  const isBuilt = useIsBuilt();
  const parsed = Carried.safeParse(state);
  return parsed.success && !isBuilt ? parsed.data : nothing;
}

export const carry = (carried: Carried): { state: Carried } => ({ state: carried });
