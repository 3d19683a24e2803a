import type { Findings } from './check-entry.ts';

/**
 * Whether anything contradicts what was published. A check that could not be performed contradicts
 * nothing.
 */
export const isContradicted = (found: Findings): boolean =>
  isEntryContradicted(found) || found.around.violations.length > 0;

/** As `isContradicted`, for the entry alone, without the leaves around it. */
export const isEntryContradicted = (found: Findings): boolean =>
  !found.isAnswer ||
  found.isLeafTrue === false ||
  found.followsFromPrices === false ||
  !found.isIncluded ||
  !found.isSigned ||
  found.continuity === 'rewritten' ||
  found.continuity === 'other_key' ||
  found.continuity === 'unproven';
