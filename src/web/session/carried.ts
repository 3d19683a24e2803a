import { useLocation } from 'react-router';
import { useIsBuilt } from '../ui/use-is-built.ts';

/** What one account screen hands to the next beside the address, where no log and no Referer sees it. */
interface Carried {
  readonly email?: string | undefined;
  readonly notice?: (typeof notices)[number];
}

const notices = ['passwordChanged', 'accountDeleted'] as const;
const nothing: Carried = {};

export function useCarried(): Carried {
  const state: unknown = useLocation().state;
  const isBuilt = useIsBuilt();
  return !isBuilt && isCarried(state) ? state : nothing;
}

/** A browser keeps what an older release has handed over, too. */
function isCarried(state: unknown): state is Carried {
  if (typeof state !== 'object' || state === null) return false;
  const { email = '', notice = 'passwordChanged' } = state as Readonly<Partial<Record<string, unknown>>>;
  return typeof email === 'string' && notices.some((known) => known === notice);
}

export const carry = (carried: Carried): { state: Carried } => ({ state: carried });
