import { featureInfos } from '#engine/features/feature-stream.ts';
import type { TrainingRows } from './training-rows.ts';

export const maxBins = 64;

/** The features of every row as small whole numbers, turned so that the leading feature is never negative. */
export interface BinnedRows {
  readonly featureCount: number;
  /** Row-major. */
  readonly bins: Uint8Array;
  /** 1 or −1: a row with −1 is stored as its mirror image, and its outcome counts with the opposite sign. */
  readonly turns: Int8Array;
  /** By feature, rising: a value lies in bin b when it is above edges[b − 1] and not above edges[b]. */
  readonly edges: readonly Float64Array[];
}

const sampleStep = 97;

/** `leading`: index of the mirrored feature whose sign says which way a row is turned. */
export function binRows(rows: TrainingRows, leading: number): BinnedRows {
  const featureCount = featureInfos.length;
  const turns = new Int8Array(new SharedArrayBuffer(rows.size));
  for (let row = 0; row < rows.size; row += 1) {
    turns[row] = (rows.features[row * featureCount + leading] as number) < 0 ? -1 : 1;
  }
  const bins = new Uint8Array(new SharedArrayBuffer(rows.size * featureCount));
  const edges = featureInfos.map((info, feature) => {
    const valueAt = (row: number): number => {
      const value = rows.features[row * featureCount + feature] as number;
      return info.mirrored ? value * (turns[row] as number) : value;
    };
    const featureEdges = quantileEdges(sampled(rows.size, valueAt));
    for (let row = 0; row < rows.size; row += 1) bins[row * featureCount + feature] = binOf(featureEdges, valueAt(row));
    return featureEdges;
  });
  return { featureCount, bins, turns, edges };
}

function sampled(size: number, valueAt: (row: number) => number): Float64Array {
  const values = new Float64Array(Math.ceil(size / sampleStep));
  for (let i = 0; i < values.length; i += 1) values[i] = valueAt(i * sampleStep);
  return values.sort();
}

/** At most `maxBins` − 1 rising edges between sampled values, so that every bin holds about the same share of the rows. */
function quantileEdges(sorted: Float64Array): Float64Array {
  const edges: number[] = [];
  for (let bin = 1; bin < maxBins; bin += 1) {
    const at = Math.floor((bin * sorted.length) / maxBins);
    const below = sorted[at - 1] ?? Number.NaN;
    const above = sorted[at] ?? Number.NaN;
    const edge = below < above ? (below + above) / 2 : below;
    if (edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

export function binOf(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value <= (edges[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
