interface Point {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly price: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly pad: number;
}

export interface PriceLine {
  /** SVG path with one step per price, because a price holds until the next one. */
  readonly path: string;
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
  readonly x: (at: number) => number;
}

/**
 * Prices during a signal as a line, with room for the deciding prices. Null: there are no prices.
 */
export function priceLine(points: readonly Point[], marks: readonly number[], size: Size): PriceLine | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const prices = [...points.map(({ price }) => price), ...marks];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [spanMs, spanPrice] = [Math.max(1, last.at - first.at), high - low || Math.abs(high) * 1e-6];
  const x = (at: number): number => round(((at - first.at) / spanMs) * size.width);
  const y = (price: number): number => round(size.pad + (1 - (price - low) / spanPrice) * (size.height - 2 * size.pad));
  const steps = points.slice(1).map(({ at, price }) => `H${x(at)}V${y(price)}`);
  return { path: `M${x(first.at)} ${y(first.price)}${steps.join('')}`, low, high, x, y };
}

const round = (value: number): number => Math.round(value * 10) / 10;
