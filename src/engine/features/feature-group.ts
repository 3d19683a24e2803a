/** A bar in whole points (the pair's last decimal place) above an anchor price, and what every group scales with. */
export interface PointBar {
  /** Start of the minute, milliseconds UTC. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Of the bar before; NaN at the first bar. */
  previousClose: number;
  /** Mean true range of the newest 60 bars, points; at least a tenth of a point. NaN while warming. */
  scale: number;
  /** The close itself in points, without the anchor. */
  level: number;
}

export interface FeatureInfo {
  readonly name: string;
  /** True: changes its sign, and nothing else, when the market is turned upside down. False: does not change. */
  readonly mirrored: boolean;
}

/** Features that belong together. `push` takes every bar in order and writes `features.length` values from `at` on. */
export interface FeatureGroup {
  readonly features: readonly FeatureInfo[];
  push(bar: PointBar, out: Float64Array, at: number): void;
}

export const mirrored = (name: string): FeatureInfo => ({ name, mirrored: true });
export const unmirrored = (name: string): FeatureInfo => ({ name, mirrored: false });
