interface NiceScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** Decimals needed to label all of them exactly. */
  readonly decimals: number;
}

const steps = [1, 2, 2.5, 5, 10, 20, 25, 50, 100];

/** Round ticks, at most `maxTicks`, that cover all values; values have at most three decimals. */
export function niceScale(values: readonly number[], maxTicks: number): NiceScale {
  const low = Math.min(...values);
  // A single value has a span of zero.
  const span = Math.max(...values) - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / maxTicks));
  const step = steps.map((one) => one * power).find((one) => getCount(values, one) <= maxTicks) ?? 100 * power;
  const [first, last] = computeEdges(values, step);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  return { from: ticks[0] ?? low, to: ticks.at(-1) ?? low, ticks, decimals };
}

const computeEdges = (values: readonly number[], step: number): [number, number] => {
  const [first, last] = [Math.floor(Math.min(...values) / step), Math.ceil(Math.max(...values) / step)];
  return [first, first === last ? last + 1 : last];
};

function getCount(values: readonly number[], step: number): number {
  const [first, last] = computeEdges(values, step);
  return last - first + 1;
}
