/**
 * Solves A x = b for a symmetric positive definite A (row-major, lower triangle read) by Cholesky
 * decomposition.
 */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const lower = Float64Array.from(matrix);
  const at = (i: number, j: number): number => lower[i * n + j] as number;
  for (let j = 0; j < n; j += 1) {
    for (let i = j; i < n; i += 1) {
      let sum = at(i, j);
      for (let k = 0; k < j; k += 1) sum -= at(i, k) * at(j, k);
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = (x[i] as number) - at(i, k) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) x[i] = (x[i] as number) - at(k, i) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  return x;
}
