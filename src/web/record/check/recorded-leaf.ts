import type { RecordLeaves } from '#contract/record/views.ts';
import { type Gap, gapReasons } from '#domain/record/gaps.ts';

/** A leaf as the server shows it. */
export type RecordedLeaf = RecordLeaves['leaves'][number];

/** Milliseconds UTC; null: the value is not an instant. */
export function parseInstant(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

/** Null: not opened, or no gap. */
export function parseGapLeaf(leaf: Readonly<Record<string, unknown>> | undefined): Gap | null {
  const [from, to] = [parseInstant(leaf?.['from']), parseInstant(leaf?.['to'])];
  const reason = gapReasons.find((one) => one === leaf?.['reason']);
  return leaf?.['form'] === 'gap/1' && from !== null && to !== null && reason ? { from, to, reason } : null;
}
