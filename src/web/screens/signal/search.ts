import type { NoSignalDetails } from '#contract/signals.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import type { ApiError, ApiErrorCode } from '#web/api/api-error.ts';
import type { SignalRequest } from './signal-request.ts';

/** The search for a signal. Instants are of the server clock. */
export type Search =
  | { readonly kind: 'none-yet' }
  | {
      readonly kind: 'searching';
      readonly request: SignalRequest;
      /** The pair that the response names, while the search is still shown; null: none yet. */
      readonly found: string | null;
    }
  | {
      readonly kind: 'no-signal';
      readonly request: SignalRequest;
      /** When the server answered. */
      readonly at: number;
      readonly why: NoSignalDetails | null;
    }
  | {
      readonly kind: 'refused';
      readonly request: SignalRequest;
      readonly apiError: ApiError;
      /**
       * Whether the trader has to complete a step first, which has its own screen
       * (access-gate.tsx).
       */
      readonly isAboutAccess: boolean;
    };

/**
 * The state after an error, the same for every button. Null: the login session has ended, and the
 * sign-in page follows.
 */
export function searchAfter(request: SignalRequest, apiError: ApiError, now: number): Search | null {
  if (apiError.code === 'unauthenticated') return null;
  if (apiError.code === 'no_signal') {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract states the details of this code
    const why = (apiError.details as NoSignalDetails | undefined) ?? null;
    return { kind: 'no-signal', request, at: now, why };
  }
  return { kind: 'refused', request, apiError, isAboutAccess: isAboutAccess(apiError.code) };
}

export const isAboutAccess = (code: ApiErrorCode): boolean => signalAccessErrors.some((one) => one === code);
