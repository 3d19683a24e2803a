/**
 * What is below the fold of the record or rarely shown: one lazy-loaded file, so that the page does
 * not wait for it.
 */
export { CalibrationCard } from './calibration-card.tsx';
export { ContradictionNote } from './contradiction-note.tsx';
export { CoverageCard } from './coverage-card.tsx';
export { EntryCards } from './entry-cards.tsx';
export { EntryTable } from './entry-table.tsx';
export { EquityShown } from './equity-shown.tsx';
export { FactsCard } from './facts-card.tsx';
export { LateCard } from './late-card.tsx';
export { VerifyCard } from './verify-card.tsx';
