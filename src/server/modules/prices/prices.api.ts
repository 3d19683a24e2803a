import type { WorkingStats } from '#contract/signals.ts';

export type ReadWorkingStats = () => WorkingStats;
