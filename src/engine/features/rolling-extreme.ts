/** The highest of the newest `size` values (or the lowest), and how long ago it was. */
export interface RollingExtreme {
  /** The extreme in the values' unit, among what has come while fewer than `size` have. */
  push(value: number): number;
  /** Pushes since the extreme, 0 to size − 1; of equal extremes the newest counts. */
  readonly age: number;
}

/**
 * Monotone queue: every value enters and leaves once, so a push costs constant time on average (D. Lemire, "Streaming
 * maximum-minimum filter using no more than three comparisons per element", 2006).
 */
export function createRollingExtreme(kind: 'highest' | 'lowest', size: number): RollingExtreme {
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
    push,
    get age() {
      return step - (steps[head] as number);
    },
  };
}
