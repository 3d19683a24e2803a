import type { BarFile } from './find-bar-files.ts';
import { readBars } from './read-bars.ts';
import { UsageError } from './usage-error.ts';

/** Starts of the first and last bar; an empty file overlaps nothing. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Two files of one symbol with times in common would count the same minutes twice. Reads only such files. */
export async function assertNoOverlap(files: readonly BarFile[]): Promise<void> {
  const spans: (BarFile & Span)[] = [];
  for (const { path, symbol } of files) {
    if (files.filter((file) => file.symbol === symbol).length < 2) continue;
    const span = await getSpan(path);
    const other = spans.find((one) => one.symbol === symbol && one.from <= span.to && span.from <= one.to);
    if (other) throw new UsageError(`--data: ${other.path} and ${path} hold times of ${symbol} in common.`);
    spans.push({ path, symbol, ...span });
  }
}

async function getSpan(path: string): Promise<Span> {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const bars of readBars(path)) {
    from = Math.min(from, bars[0]?.time ?? from);
    to = bars.at(-1)?.time ?? to;
  }
  return { from, to };
}
