import { type Gap, gapReasons } from '#domain/record/gaps.ts';
import { instantOf } from './instant-of.ts';

/** Null: not opened, or no gap. */
export function readGapLeaf(leaf: Readonly<Record<string, unknown>> | undefined): Gap | null {
  const [from, to] = [instantOf(leaf?.['from']), instantOf(leaf?.['to'])];
  const reason = gapReasons.find((one) => one === leaf?.['reason']);
  return leaf?.['form'] === 'gap/1' && from !== null && to !== null && reason ? { from, to, reason } : null;
}
