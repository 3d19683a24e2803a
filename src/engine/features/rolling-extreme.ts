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
