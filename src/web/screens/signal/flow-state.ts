import type { Signal, WorkingStats } from '#contract/signals.ts';
import type { Search } from './search.ts';

/** The states of the signal screen. */
export type FlowState =
  | { readonly kind: 'settled' | 'running'; readonly signal: Signal }
  | { readonly kind: 'searching'; readonly search: Extract<Search, { kind: 'searching' }> }
  | { readonly kind: 'resting'; readonly market: WorkingStats }
  | { readonly kind: 'no-signal'; readonly search: Extract<Search, { kind: 'no-signal' }> }
  | { readonly kind: 'refused'; readonly search: Extract<Search, { kind: 'refused' }> }
  /** An error that leads to a step the trader has to complete first, on a screen of its own. */
  | { readonly kind: 'access'; readonly search: Extract<Search, { kind: 'refused' }> }
  | { readonly kind: 'loading-failed'; readonly error: Error }
  | { readonly kind: 'loading' | 'automatic' }
  | { readonly kind: 'choosing'; readonly market: WorkingStats };

interface FlowFacts {
  readonly shown: Signal | null;
  readonly search: Search;
  readonly market: WorkingStats | undefined;
  readonly isLoading: boolean;
  readonly loadingError: Error | null;
  readonly isAutomatic: boolean;
}

/** Priority: a signal, then the search for one, then the choice. */
export function flowState({ shown, search, market, isLoading, loadingError, isAutomatic }: FlowFacts): FlowState {
  if (shown?.status === 'settled' && search.kind === 'none-yet') return { kind: 'settled', signal: shown };
  if (shown && shown.status !== 'settled') return { kind: 'running', signal: shown };
  if (search.kind === 'searching') return { kind: 'searching', search };
  if (market?.open === false) return { kind: 'resting', market };
  if (search.kind === 'no-signal') return { kind: 'no-signal', search };
  if (search.kind === 'refused') return { kind: search.isAboutAccess ? 'access' : 'refused', search };
  if (loadingError) return { kind: 'loading-failed', error: loadingError };
  if (isLoading || !market) return { kind: 'loading' };
  return isAutomatic ? { kind: 'automatic' } : { kind: 'choosing', market };
}
