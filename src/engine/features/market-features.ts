import type { Bar } from '#engine/bar/bar-builder.ts';
import { type CloseLine, createCloseLine } from './close-line.ts';
import type { FeatureInfo } from './feature-group.ts';
import { createFeatureStream, type FeatureStream, pairFeatureInfos } from './feature-stream.ts';
import { createStrengthFeatures, type PairObservation, strengthInfos } from './strength-features.ts';

/** Features available to models: the pair's own ones, then the cross-pair ones. */
export const featureInfos: readonly FeatureInfo[] = [...pairFeatureInfos, ...strengthInfos];
export const featureNames: readonly string[] = featureInfos.map((feature) => feature.name);

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
  const pairs = symbols.map((symbol): PairState & PairObservation => ({
    stream: createFeatureStream(symbol),
    closes: createCloseLine(retainedMinutes),
    vector: new Float64Array(featureNames.length),
    isWarm: false,
  }));
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
