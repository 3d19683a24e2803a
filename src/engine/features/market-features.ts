import type { Bar } from '#engine/bar/bar-builder.ts';
import { type CloseLine, createCloseLine } from './close-line.ts';
import { type FeatureInfo, mirrored } from './feature-group.ts';
import { createFeatureStream, type FeatureStream, pairFeatureInfos } from './feature-stream.ts';
import { createStrengthFit, type PairEnds } from './strength-fit.ts';

const horizons = [1, 3, 10, 30, 60];
/** The pair's own features that are also fitted across all pairs. */
const shared = ['z_30', 'z_120', 'rsi_7'];

/** Minutes of closes required without a break. */
const strengthMinutes = 61;
/** Min number of other pairs with a bar of the minute; below it the cross-pair features are NaN. */
const minOtherPairs = 4;

/**
 * Shrinks strengths towards zero when few pairs involve a currency; small compared with one pair's
 * weight of 1.
 */
const ridge = 0.05;
/**
 * For price levels, where a larger ridge would distort the prices themselves: only enough to make
 * the fit solvable.
 */
const levelRidge = 1e-7;
/**
 * A price this many mean true ranges from the implied one is part of no triangle: without a
 * triangle, the remaining ridge implies a price of a different order of magnitude.
 */
const farthestLevel = 100;

export const strengthInfos: readonly FeatureInfo[] = [
  ...horizons.map((minutes) => `strength_${minutes}`),
  ...horizons.map((minutes) => `apart_${minutes}`),
  ...shared.map((name) => `strength_${name}`),
  'apart_level',
].map(mirrored);

/** Features available to models: the pair's own ones, then the cross-pair ones. */
export const featureInfos: readonly FeatureInfo[] = [...pairFeatureInfos, ...strengthInfos];
export const featureNames: readonly string[] = featureInfos.map((feature) => feature.name);

/** Input of the fit for one pair at the close of a minute. */
interface PairObservation {
  readonly closes: CloseLine;
  /** The pair's vector; its strength features are written into it. */
  readonly vector: Float64Array;
}

interface PairState {
  stream: FeatureStream;
  closes: CloseLine;
  readonly vector: Float64Array;
  isWarm: boolean;
}

/** A power of two above the longest horizon. */
const retainedMinutes = 64;

/**
 * Turns the bars of a whole market into the vectors that the models read, minute by minute. Pairs
 * are addressed by their index in the list of symbols.
 */
export function createMarketFeatures(symbols: readonly string[]) {
  const pairs = symbols.map(
    (symbol): PairState => ({
      stream: createFeatureStream(symbol),
      closes: createCloseLine(retainedMinutes),
      vector: new Float64Array(featureNames.length),
      isWarm: false,
    }),
  );
  const observations: (PairObservation | null)[] = symbols.map(() => null);
  const strengths = createStrengthFeatures(symbols, pairFeatureInfos);

  const pairAt = (pair: number): PairState => pairs[pair] as PairState;

  return {
    /** A bar of one pair, in ascending time per pair. */
    push(at: number, bar: Bar): void {
      const pair = pairAt(at);
      if (bar.time <= pair.closes.time()) return;
      pair.closes.push(bar);
      const own = pair.stream.push(bar);
      pair.isWarm = own !== null;
      if (own) pair.vector.set(own);
      observations[at] = null;
    },
    /**
     * Closes the minute that starts at `time`, after all of its bars were pushed, and computes the
     * cross-pair features. `isLeftOut`: pairs whose history is not trusted.
     */
    close(time: number, isLeftOut: (pair: number) => boolean = () => false): void {
      for (let i = 0; i < pairs.length; i += 1) {
        const pair = pairs[i] as PairState;
        const isHere = pair.isWarm && pair.closes.time() === time && !isLeftOut(i);
        observations[i] = isHere ? pair : null;
      }
      strengths.write(observations);
    },
    /**
     * The features of a pair at the close of that minute, in the order of `featureNames`; the
     * cross-pair ones are NaN while too few pairs are known. Null: no bar of this minute, left out,
     * or not warm. Overwritten by the next push.
     */
    vector: (at: number): Float64Array | null => observations[at]?.vector ?? null,
    /** Resets a pair: its history starts again. */
    restart(at: number): void {
      const pair = pairAt(at);
      pair.stream = createFeatureStream(symbols[at] ?? '');
      pair.closes = createCloseLine(retainedMinutes);
      pair.isWarm = false;
      observations[at] = null;
    },
  };
}

/** Writes the strength features of all pairs at the close of one minute. */
interface StrengthFeatures {
  /** Indexed by pair; null: the pair has no bar of this minute, or its windows are not full. */
  write(observations: readonly (PairObservation | null)[]): void;
}

/**
 * Cross-pair features of a pair. `strength_n`: the move over n minutes implied by the strengths of
 * its two currencies, fitted to all other pairs. `apart_n`: its own move minus that. Both in its
 * mean true ranges × √n. `strength_z_30` and similar: the same fit to the pairs' own features.
 * `apart_level`: its price against the price that other pairs imply (triangles), in mean true
 * ranges; 0 when they imply none. All are NaN with fewer than four other pairs.
 */
function createStrengthFeatures(symbols: readonly string[], pairInfos: readonly FeatureInfo[]): StrengthFeatures {
  const { ends, currencyCount } = getEnds(symbols);
  const fit = createStrengthFit(ends, currencyCount, ridge);
  const levelFit = createStrengthFit(ends, currencyCount, levelRidge);
  const count = symbols.length;
  const present = new Uint8Array(count);
  const values = new Float64Array(count);
  const implied = new Float64Array(count);
  const logs = new Float64Array(count);
  /** Mean true range of each pair, in basis points. */
  const scales = new Float64Array(count);
  const levelAt = findIndex(pairInfos, 'range_level');
  const sharedAt = shared.map((name) => findIndex(pairInfos, name));
  const first = pairInfos.length;

  function write(observations: readonly (PairObservation | null)[]): void {
    const otherPairs = enter(observations) - 1;
    if (otherPairs < minOtherPairs) return clear(observations);
    fit.choose(present);
    levelFit.choose(present);
    horizons.forEach((minutes, n) => writeMoves(observations, minutes, first + n));
    sharedAt.forEach((at, n) => writeShared(observations, at, first + 2 * horizons.length + n));
    writeLevel(observations, first + 2 * horizons.length + shared.length);
  }

  /** Returns the number of participating pairs. */
  function enter(observations: readonly (PairObservation | null)[]): number {
    let taking = 0;
    for (let i = 0; i < count; i += 1) {
      const observation = observations[i];
      const isKnown = observation ? !Number.isNaN(observation.closes.ago(strengthMinutes - 1)) : false;
      present[i] = isKnown ? 1 : 0;
      if (!observation) continue;
      if (isKnown) taking += 1;
      logs[i] = basisPoints(observation.closes.ago(0));
      scales[i] = Math.exp(observation.vector[levelAt] as number);
    }
    return taking;
  }

  function clear(observations: readonly (PairObservation | null)[]): void {
    for (const observation of observations) observation?.vector.fill(Number.NaN, first);
  }

  function writeMoves(observations: readonly (PairObservation | null)[], minutes: number, to: number): void {
    for (let i = 0; i < count; i += 1)
      if (present[i]) values[i] = (logs[i] as number) - basisPoints(observations[i]?.closes.ago(minutes) ?? Number.NaN);
    fit.implied(values, implied);
    for (let i = 0; i < count; i += 1) {
      const unit = (scales[i] as number) * Math.sqrt(minutes);
      put(observations, i, to, (implied[i] as number) / unit);
      put(observations, i, to + horizons.length, ((values[i] as number) - (implied[i] as number)) / unit);
    }
  }

  function writeShared(observations: readonly (PairObservation | null)[], at: number, to: number): void {
    for (let i = 0; i < count; i += 1) if (present[i]) values[i] = observations[i]?.vector[at] as number;
    fit.implied(values, implied);
    for (let i = 0; i < count; i += 1) put(observations, i, to, implied[i] as number);
  }

  function writeLevel(observations: readonly (PairObservation | null)[], to: number): void {
    levelFit.implied(logs, implied);
    for (let i = 0; i < count; i += 1) {
      const apart = ((logs[i] as number) - (implied[i] as number)) / (scales[i] as number);
      put(observations, i, to, Math.abs(apart) < farthestLevel ? apart : 0);
    }
  }

  function put(observations: readonly (PairObservation | null)[], i: number, to: number, value: number): void {
    const observation = observations[i];
    if (observation) observation.vector[to] = present[i] ? value : Number.NaN;
  }

  return { write };
}

const basisPoints = (price: number): number => 10_000 * Math.log(price);

const findIndex = (infos: readonly FeatureInfo[], name: string): number =>
  infos.findIndex((info) => info.name === name);

/** The first three letters of a symbol are its base. */
function getEnds(symbols: readonly string[]): { ends: PairEnds[]; currencyCount: number } {
  const currencies = [...new Set(symbols.flatMap((symbol) => [symbol.slice(0, 3), symbol.slice(3)]))];
  const index = (currency: string): number => currencies.indexOf(currency);
  return {
    ends: symbols.map((symbol) => ({ base: index(symbol.slice(0, 3)), quote: index(symbol.slice(3)) })),
    currencyCount: currencies.length,
  };
}
