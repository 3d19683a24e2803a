/** Ring buffer of values: `ago(0)` is the newest. */
interface DelayLine {
  push(value: number): void;
  /** The value pushed `steps` before the newest, 0 <= steps < size; NaN if there is none yet. */
  ago(steps: number): number;
}

export function createDelayLine(size: number): DelayLine {
  const length = 2 ** Math.ceil(Math.log2(size));
  const mask = length - 1;
  const ring = new Float64Array(length).fill(Number.NaN);
  let at = 0;

  return {
    push(value) {
      at = (at + 1) & mask;
      ring[at] = value;
    },
    ago: (steps) => ring[(at - steps) & mask] as number,
  };
}

/**
 * The sum of the newest `size` values, in their unit; NaN until there are as many. Exact, and
 * therefore independent of where the stream began, as long as all values are whole numbers.
 */
export function createRollingSum(size: number): (value: number) => number {
  const ring = new Float64Array(size);
  let at = 0;
  let filled = 0;
  let sum = 0;

  function push(value: number): number {
    sum += value - (ring[at] as number);
    ring[at] = value;
    at = at + 1 === size ? 0 : at + 1;
    if (filled < size) filled += 1;
    return filled === size ? sum : Number.NaN;
  }

  return push;
}

/**
 * The highest (or lowest) of the newest `size` values, and its age. Monotonic queue: every value is
 * added and removed once, so a push takes amortised constant time (D. Lemire, "Streaming
 * maximum-minimum filter using no more than three comparisons per element", 2006).
 */
export function createRollingExtreme(kind: 'highest' | 'lowest', size: number) {
  const sign = kind === 'highest' ? 1 : -1;
  const length = 2 ** Math.ceil(Math.log2(size + 1));
  const mask = length - 1;
  const values = new Float64Array(length);
  const steps = new Float64Array(length);
  let head = 0;
  let tail = 0;
  let step = 0;

  function push(value: number): number {
    const signed = sign * value;
    step += 1;
    while (tail !== head && (values[(tail - 1) & mask] as number) <= signed) tail = (tail - 1) & mask;
    values[tail] = signed;
    steps[tail] = step;
    tail = (tail + 1) & mask;
    if ((steps[head] as number) <= step - size) head = (head + 1) & mask;
    return sign * (values[head] as number);
  }

  return {
    /**
     * Returns the extreme in the values' unit; before `size` values were pushed, the extreme of those
     * so far.
     */
    push,
    /** Pushes since the extreme, 0 to size − 1; among equal extremes the newest counts. */
    get age() {
      return step - (steps[head] as number);
    },
  };
}

/**
 * Exponential moving average with weight 2 / (period + 1) for the newest value, seeded with the
 * simple mean of the first `period` values, like TA-Lib's EMA. In the values' unit; NaN during
 * warm-up.
 */
export function createExponentialMean(period: number): (value: number) => number {
  const weight = 2 / (period + 1);
  let count = 0;
  let mean = 0;

  function push(value: number): number {
    if (count >= period) {
      mean += weight * (value - mean);
      return mean;
    }
    count += 1;
    mean += value;
    if (count < period) return Number.NaN;
    mean /= period;
    return mean;
  }

  return push;
}

/**
 * The newest value's distance from the mean of `period` values, in their standard deviations
 * (population form, as in Bollinger's bands; J. Bollinger, "Bollinger on Bollinger Bands", 2001). 0
 * when nothing moved; NaN during warm-up. Use whole numbers near zero, so that the sums are exact.
 */
export function createBollingerZ(period: number): (value: number) => number {
  const sums = createRollingSum(period);
  const squares = createRollingSum(period);

  function push(value: number): number {
    const sum = sums(value);
    const spread = period * squares(value * value) - sum * sum;
    return spread === 0 ? 0 : (period * value - sum) / Math.sqrt(spread);
  }

  return push;
}

/**
 * Position of a close between the lowest low (−1) and the highest high (+1) of `period` bars: the
 * stochastic oscillator's %K (G. Lane, 1950s) rescaled from 0…100 to −1…+1, with the ages of both
 * extremes. 0 when nothing moved.
 */
interface StochasticPosition {
  push(high: number, low: number, close: number): number;
  /** (bars since the lowest − bars since the highest) / period: positive when the high is newer. */
  readonly freshness: number;
}

export function createStochasticPosition(period: number): StochasticPosition {
  const highs = createRollingExtreme('highest', period);
  const lows = createRollingExtreme('lowest', period);

  function push(high: number, low: number, close: number): number {
    const highest = highs.push(high);
    const lowest = lows.push(low);
    return highest === lowest ? 0 : (2 * close - highest - lowest) / (highest - lowest);
  }

  return {
    push,
    get freshness() {
      return (lows.age - highs.age) / period;
    },
  };
}

/**
 * Relative strength index, 0 to 100 (J. W. Wilder, "New Concepts in Technical Trading Systems",
 * 1978): the share of rises in all movement, both smoothed with weight 1 / period after a simple
 * mean of the first `period` changes. 50 when nothing moved; NaN during warm-up (`period` changes,
 * so `period` + 1 values).
 */
export function createRelativeStrength(period: number): (value: number) => number {
  let previous = Number.NaN;
  let changes = 0;
  let rise = 0;
  let fall = 0;

  function push(value: number): number {
    const change = value - previous;
    previous = value;
    if (Number.isNaN(change)) return Number.NaN;
    add(change > 0 ? change : 0, change < 0 ? -change : 0);
    if (changes < period) return Number.NaN;
    const movement = rise + fall;
    return movement === 0 ? 50 : (100 * rise) / movement;
  }

  function add(up: number, down: number): void {
    if (changes < period) {
      changes += 1;
      rise += up / period;
      fall += down / period;
      return;
    }
    rise += (up - rise) / period;
    fall += (down - fall) / period;
  }

  return push;
}

/**
 * Chande momentum oscillator, −100 to +100 (T. Chande and S. Kroll, "The New Technical Trader",
 * 1994): rises minus falls of `period` changes, as a share of all movement. 0 when nothing moved;
 * NaN during warm-up.
 */
export function createChandeMomentum(period: number): (value: number) => number {
  const net = createRollingSum(period);
  const travel = createRollingSum(period);
  let before = Number.NaN;

  function push(value: number): number {
    const change = value - before;
    before = value;
    if (Number.isNaN(change)) return Number.NaN;
    const difference = net(change);
    const movement = travel(Math.abs(change));
    return movement === 0 ? 0 : (100 * difference) / movement;
  }

  return push;
}

const lambertsConstant = 0.015;

/**
 * Commodity channel index (D. Lambert, Commodities magazine, October 1980): distance of the typical
 * price (high + low + close) / 3 from its mean of `period` bars, in 0.015 mean absolute deviations.
 * 0 when nothing moved; NaN during warm-up.
 */
export function createCommodityChannel(period: number): (high: number, low: number, close: number) => number {
  const ring = new Float64Array(period);
  let at = 0;
  let filled = 0;

  function push(high: number, low: number, close: number): number {
    // Three times the typical price: a whole number when prices are, so every sum is exact.
    const typical = high + low + close;
    ring[at] = typical;
    at = at + 1 === period ? 0 : at + 1;
    if (filled < period) filled += 1;
    return filled === period ? distance(typical) : Number.NaN;
  }

  function distance(typical: number): number {
    let sum = 0;
    for (let i = 0; i < period; i += 1) sum += ring[i] as number;
    let deviation = 0;
    for (let i = 0; i < period; i += 1) deviation += Math.abs(period * (ring[i] as number) - sum);
    return deviation === 0 ? 0 : (period * (period * typical - sum)) / (lambertsConstant * deviation);
  }

  return push;
}

/**
 * DeMarker, 0 to 1 (T. DeMark, "The New Science of Technical Analysis", 1994): rises of the highs
 * relative to those rises plus the falls of the lows, over `period` bars. 0.5 when neither moved;
 * NaN during warm-up.
 */
export function createDeMarker(period: number): (high: number, low: number) => number {
  const rises = createRollingSum(period);
  const falls = createRollingSum(period);
  let highBefore = Number.NaN;
  let lowBefore = Number.NaN;

  function push(high: number, low: number): number {
    const [rise, fall] = [high - highBefore, lowBefore - low];
    [highBefore, lowBefore] = [high, low];
    if (Number.isNaN(rise)) return Number.NaN;
    const up = rises(Math.max(rise, 0));
    const down = falls(Math.max(fall, 0));
    return up + down === 0 ? 0.5 : up / (up + down);
  }

  return push;
}

const barsBack = 4;

/**
 * The setup of T. DeMark's Sequential ("The New Science of Technical Analysis", 1994): number of
 * consecutive closes above (positive) or below (negative) the close four bars earlier. Nine
 * complete a setup.
 */
export function createSequentialSetup(): (close: number) => number {
  const closes = createDelayLine(barsBack + 1);
  let count = 0;

  function push(close: number): number {
    closes.push(close);
    const change = Math.sign(close - closes.ago(barsBack));
    if (Number.isNaN(change) || change === 0) count = 0;
    else count = Math.sign(count) === change ? count + change : change;
    return count;
  }

  return push;
}

const windows = [
  { period: 7, weight: 4 },
  { period: 14, weight: 2 },
  { period: 28, weight: 1 },
] as const;
const allWeights = 7;

/**
 * Ultimate oscillator, 0 to 100 (L. Williams, Technical Analysis of Stocks and Commodities, August
 * 1985): buying pressure over true range for 7, 14 and 28 bars, weighted 4 : 2 : 1. 50 when nothing
 * moved; NaN during warm-up.
 */
export function createUltimateOscillator(): (high: number, low: number, close: number) => number {
  const sums = windows.map(({ period, weight }) => ({
    weight,
    pressures: createRollingSum(period),
    ranges: createRollingSum(period),
  }));
  let before = Number.NaN;

  function push(high: number, low: number, close: number): number {
    const closeBefore = before;
    before = close;
    if (Number.isNaN(closeBefore)) return Number.NaN;
    const bottom = Math.min(low, closeBefore);
    const range = Math.max(high, closeBefore) - bottom;
    let total = 0;
    for (const { weight, pressures, ranges } of sums) {
      const pressure = pressures(close - bottom);
      const travelled = ranges(range);
      total += weight * (travelled === 0 ? 0.5 : pressure / travelled);
    }
    return (100 * total) / allWeights;
  }

  return push;
}
