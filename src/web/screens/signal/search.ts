import type { NoSignalDetails } from '#contract/signals.ts';
import type { ApiProblem, ApiProblemCode } from '../../api/api-problem.ts';
import { nextLook } from './next-look.ts';
import type { Wish } from './wish.ts';

/** The search for a signal. `now` and `nextLookAt` are instants of the server. */
export type Search =
  | { readonly kind: 'none-yet' }
  | { readonly kind: 'searching'; readonly wish: Wish }
  | {
      readonly kind: 'no-signal';
      readonly wish: Wish;
      readonly nextLookAt: number;
      readonly why: NoSignalDetails | null;
    }
  | {
      readonly kind: 'refused';
      readonly wish: Wish;
      readonly problem: ApiProblem;
      /** Whether the trader has something to do first, which has a screen of its own (access-gate.tsx). */
      readonly isAboutAccess: boolean;
    };

/** What follows an error, whichever button it answers. Null: the session is over, and the sign-in page follows. */
export function searchAfter(wish: Wish, problem: ApiProblem, now: number): Search | null {
  if (problem.code === 'unauthenticated') return null;
  if (problem.code === 'no_signal') {
    const why = (problem.details as NoSignalDetails | undefined) ?? null;
    return { kind: 'no-signal', wish, nextLookAt: nextLook(now, problem.retryAfter ?? 60), why };
  }
  return { kind: 'refused', wish, problem, isAboutAccess: isAboutAccess(problem.code) };
}

const accessCodes: readonly ApiProblemCode[] = [
  'email_not_activated',
  'referral_required',
  'self_excluded',
  'balance_too_low',
  'broker_unavailable',
  'trader_not_found',
];

export const isAboutAccess = (code: ApiProblemCode): boolean => accessCodes.includes(code);
