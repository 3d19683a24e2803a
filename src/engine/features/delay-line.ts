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
