import { featureInfos } from '#engine/features/market-features.ts';
import { featureIndices } from '#engine/forecast/model-file.ts';
import type { PairReversion } from '#engine/forecast/scorer/tree-scorer.ts';
import type { TrainingRows } from './training-rows.ts';

export const maxBins = 64;

/**
 * The features of every row as small integers, mirrored so that the leading feature is never
 * negative.
 */
export interface BinnedRows {
  readonly featureCount: number;
  /** Row-major. */
  readonly bins: Uint8Array;
  /** 1 or −1: a row with −1 is stored as its mirror image, and its outcome counts with the opposite sign. */
  readonly turns: Int8Array;
  /**
   * By feature, ascending: a value is in bin b when it is above edges[b − 1] and not above
   * edges[b].
   */
  readonly edges: readonly Float64Array[];
}

const sampleStep = 97;

export interface BinInputs {
  /** The features to include. */
  readonly names: readonly string[];
  /** The mirrored feature whose sign decides whether a row is mirrored. */
  readonly leading: string;
  /** Reversion by pair: a column after the features. */
  readonly reversion: PairReversion;
}

/**
 * The edges are computed from rows before `edgesUntil` (milliseconds UTC) only, so that a fold does
 * not see the data it is evaluated on.
 */
export function binRows(rows: TrainingRows, { names, leading, reversion }: BinInputs, edgesUntil: number): BinnedRows {
  const width = featureInfos.length;
  const featureCount = names.length + 1;
  const turns = new Int8Array(new SharedArrayBuffer(rows.size));
  const [leadingPlace = 0] = featureIndices([leading]);
  for (let row = 0; row < rows.size; row += 1) {
    turns[row] = (rows.features[row * width + leadingPlace] as number) < 0 ? -1 : 1;
  }
  const bins = new Uint8Array(new SharedArrayBuffer(rows.size * featureCount));
  const sample = sampleRows(rows, edgesUntil);
  const binColumn = (column: number, valueAt: (row: number) => number): Float64Array => {
    const edges = quantileEdges(Float64Array.from(sample, valueAt).sort());
    for (let row = 0; row < rows.size; row += 1) bins[row * featureCount + column] = findBin(edges, valueAt(row));
    return edges;
  };
  const edges = [...featureIndices(names)].map((place, column) => {
    const isMirrored = featureInfos[place]?.mirrored ?? false;
    return binColumn(column, (row) => {
      const value = rows.features[row * width + place] as number;
      return isMirrored ? value * (turns[row] as number) : value;
    });
  });
  const ofPair = rows.symbols.map((symbol) => reversion.pairs[symbol] ?? reversion.others);
  edges.push(binColumn(names.length, (row) => ofPair[rows.pair[row] as number] as number));
  return { featureCount, bins, turns, edges };
}

function sampleRows(rows: TrainingRows, until: number): number[] {
  const sample: number[] = [];
  for (let row = 0; row < rows.size; row += sampleStep) if ((rows.time[row] as number) < until) sample.push(row);
  return sample;
}

/**
 * At most `maxBins` − 1 ascending edges between sampled values, so that every bin holds about the
 * same share of the rows.
 */
function quantileEdges(sorted: Float64Array): Float64Array {
  const edges: number[] = [];
  for (let bin = 1; bin < maxBins; bin += 1) {
    const at = Math.floor((bin * sorted.length) / maxBins);
    const below = sorted[at - 1] ?? Number.NaN;
    const above = sorted[at] ?? Number.NaN;
    // Six digits suffice for a threshold and make the model file short.
    const edge = Number((below < above ? (below + above) / 2 : below).toPrecision(6));
    if (edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

function findBin(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value <= (edges[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
