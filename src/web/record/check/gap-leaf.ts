import { type Gap, gapReasons } from '#domain/record/gaps.ts';
import { parseInstant } from '../parse-instant.ts';

/** Null: not opened, or no gap. */
export function parseGapLeaf(leaf: Readonly<Record<string, unknown>> | undefined): Gap | null {
  const [from, to] = [parseInstant(leaf?.['from']), parseInstant(leaf?.['to'])];
  const reason = gapReasons.find((one) => one === leaf?.['reason']);
  return leaf?.['form'] === 'gap/1' && from !== null && to !== null && reason ? { from, to, reason } : null;
}
