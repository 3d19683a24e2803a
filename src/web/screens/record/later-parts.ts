/**
 * What is below the fold of the record or rarely shown: one lazy-loaded file, so that the page does
 * not wait for it.
 */
export { CalibrationCard } from './figures/calibration-card.tsx';
export { ContradictionNote } from './check/contradiction-note.tsx';
export { CoverageCard } from './figures/coverage-card.tsx';
export { EntryCards, EntryTable } from './entry-table.tsx';
export { EquityShown } from './figures/equity-shown.tsx';
export { FactsCard } from './facts-card.tsx';
export { VerifyCard } from './check/verify-card.tsx';
