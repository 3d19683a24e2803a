const z = 1.959964;

/**
 * The 97.5 % quantile of Student's t with `df` degrees of freedom (at least 3; need not be whole),
 * by the expansion of M. Abramowitz and I. Stegun (1964), 26.7.5: within 0.01 of the exact value
 * from 3 degrees on.
 */
export const studentQuantile = (df: number): number =>
  z +
  (z ** 3 + z) / (4 * df) +
  (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2) +
  (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * df ** 3) +
  (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92_160 * df ** 4);
