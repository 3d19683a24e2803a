/** The currencies of a pair as indices into a list of currencies. */
export interface PairEnds {
  readonly base: number;
  readonly quote: number;
}

/**
 * Currency strengths from the pairs' values at one instant: least squares of value = strength of
 * the base − strength of the quote, with a ridge that holds the mean strength at zero (the idea of
 * a currency index over all crosses).
 */
export function createStrengthFit(pairs: readonly PairEnds[], currencyCount: number, ridge: number) {
  const size = currencyCount;
  const chosen = new Uint8Array(pairs.length);
  const remaining = new Float64Array(pairs.length);
  const sums = new Float64Array(size);
  const strengths = new Float64Array(size);
  let inverse: Float64Array = new Float64Array(size * size);
  const at = (i: number, j: number): number => inverse[i * size + j] as number;

  function choose(present: Uint8Array): void {
    if (present.every((here, i) => here === chosen[i])) return;
    chosen.set(present);
    inverse = inverted(normalMatrix(), size);
    pairs.forEach(({ base, quote }, i) => {
      remaining[i] = 1 - (at(base, base) + at(quote, quote) - 2 * at(base, quote));
    });
  }

  function normalMatrix(): Float64Array {
    const matrix = new Float64Array(size * size);
    const add = (i: number, j: number, value: number): void => {
      matrix[i * size + j] = (matrix[i * size + j] as number) + value;
    };
    for (let i = 0; i < size; i += 1) add(i, i, ridge);
    pairs.forEach(({ base, quote }, i) => {
      if (chosen[i] === 0) return;
      add(base, base, 1);
      add(quote, quote, 1);
      add(base, quote, -1);
      add(quote, base, -1);
    });
    return matrix;
  }

  function implied(values: Float64Array, into: Float64Array): void {
    fitStrengths(values);
    for (let i = 0; i < pairs.length; i += 1) {
      if (chosen[i] === 0) continue;
      const { base, quote } = pairs[i] as PairEnds;
      const value = values[i] as number;
      const residual = value - ((strengths[base] as number) - (strengths[quote] as number));
      into[i] = value - residual / (remaining[i] as number);
    }
  }

  function fitStrengths(values: Float64Array): void {
    sums.fill(0);
    for (let i = 0; i < pairs.length; i += 1) {
      if (chosen[i] === 0) continue;
      const { base, quote } = pairs[i] as PairEnds;
      sums[base] = (sums[base] as number) + (values[i] as number);
      sums[quote] = (sums[quote] as number) - (values[i] as number);
    }
    for (let i = 0; i < size; i += 1) {
      let strength = 0;
      for (let j = 0; j < size; j += 1) strength += at(i, j) * (sums[j] as number);
      strengths[i] = strength;
    }
  }

  return {
    /** Selects the participating pairs; 1 or 0 for each. */
    choose,
    /**
     * For each participating pair, the value implied by all the others: the fit without the pair
     * itself. One fit serves all pairs through the ridge regression identity value − residual / (1 −
     * leverage) (R. Cook and S. Weisberg, 1982).
     */
    implied,
  };
}

/**
 * The inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination without
 * pivoting.
 */
function inverted(matrix: Float64Array, size: number): Float64Array {
  const left = Float64Array.from(matrix);
  const right = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) right[i * size + i] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const scale = 1 / (left[pivot * size + pivot] as number);
    for (let j = 0; j < size; j += 1) {
      left[pivot * size + j] = (left[pivot * size + j] as number) * scale;
      right[pivot * size + j] = (right[pivot * size + j] as number) * scale;
    }
    for (let i = 0; i < size; i += 1) {
      const factor = left[i * size + pivot] as number;
      if (i === pivot || factor === 0) continue;
      for (let j = 0; j < size; j += 1) {
        left[i * size + j] = (left[i * size + j] as number) - factor * (left[pivot * size + j] as number);
        right[i * size + j] = (right[i * size + j] as number) - factor * (right[pivot * size + j] as number);
      }
    }
  }
  return right;
}
