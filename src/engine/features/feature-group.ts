/**
 * A bar in whole points (the pair's last decimal place) above an anchor price, and the scale shared
 * by all groups.
 */
export interface PointBar {
  /** Start of the minute, milliseconds UTC. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Close of the previous bar; NaN at the first bar. */
  previousClose: number;
  /** True range: of the bar and the close before it, points. */
  range: number;
  /**
   * Mean true range of the newest 60 bars, points; at least a tenth of a point. NaN during warm-up.
   */
  scale: number;
  /** The close itself in points, without the anchor. */
  level: number;
}

export interface FeatureInfo {
  readonly name: string;
  /** True: only the sign flips when the market is inverted. False: the value does not change. */
  readonly mirrored: boolean;
}

/**
 * Related features. `push` takes every bar in order and writes `features.length` values starting at
 * `at`.
 */
export interface FeatureGroup {
  readonly features: readonly FeatureInfo[];
  push(bar: PointBar, out: Float64Array, at: number): void;
}

export const mirrored = (name: string): FeatureInfo => ({ name, mirrored: true });
export const unmirrored = (name: string): FeatureInfo => ({ name, mirrored: false });
