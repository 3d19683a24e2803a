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
