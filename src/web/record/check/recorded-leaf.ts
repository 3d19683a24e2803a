import type { RecordLeaves } from '#contract/record/views.ts';

/** A leaf as the server shows it. */
export type RecordedLeaf = RecordLeaves['leaves'][number];
