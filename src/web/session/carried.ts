import { useLocation } from 'react-router';
import { isObject } from '#domain/objects.ts';
import { useIsBuilt } from '../routing/use-is-built.ts';

/**
 * State that one account screen passes to the next outside the URL, so that it appears in no log
 * and no Referer.
 */
interface Carried {
  readonly email?: string | undefined;
  readonly notice?: Notice | undefined;
  /** Right guesses of the trial on the home page. */
  readonly score?: Score | undefined;
}

interface Score {
  readonly own: number;
  readonly of: number;
}

export type Notice = (typeof notices)[number];

const notices = ['passwordChanged', 'accountDeleted', 'confirmedElsewhere'] as const;
const nothing: Carried = {};

export function useCarried(): Carried {
  const state: unknown = useLocation().state;
  const isBuilt = useIsBuilt();
  return !isBuilt && isCarried(state) ? state : nothing;
}

/** The browser may still hold a state passed by an older release. */
function isCarried(state: unknown): state is Carried {
  if (!isObject(state)) return false;
  const { email = '', notice = 'passwordChanged', score } = state;
  return (
    typeof email === 'string' && notices.some((known) => known === notice) && (score === undefined || isScore(score))
  );
}

const isScore = (score: unknown): boolean =>
  isObject(score) && typeof score['own'] === 'number' && typeof score['of'] === 'number';

export const carry = (carried: Carried): { state: Carried } => ({ state: carried });
