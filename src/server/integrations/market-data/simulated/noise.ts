/**
 * Randomness as a pure function: the same seed and position give the same number in every process,
 * so that any part of the simulated market can be recomputed. Mixing steps: [16 21f0aaad 15
 * d35a2d97 15] of C. Wellons, "Prospecting for Hash Functions" (2018).
 */
export function mix(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) hash = scramble(hash ^ scramble(part | 0));
  return hash;
}

/**
 * One step of a stream that starts with `mix(…)`: pass each result to the next call. Whole numbers
 * from 0 to 2^32 − 1.
 */
export const nextState = (state: number): number => (state + 0x6d2b79f5) >>> 0;

export function scramble(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0xd35a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

const range = 2 ** 32;

/** Uniform in (0, 1). */
const uniform = (hash: number): number => (hash + 0.5) / range;

/** Standard normal by the Box-Muller transform. */
export const normal = (hash: number): number =>
  Math.sqrt(-2 * Math.log(uniform(hash))) * Math.cos(2 * Math.PI * uniform(scramble(hash ^ 0x5bd1e995)));

/**
 * Mean 0, variance 1, and cheap: the sum of four uniform bytes. For the small steps within a
 * minute.
 */
export const roughNormal = (hash: number): number =>
  ((hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24) - 510) * roughScale;
const roughScale = 1 / Math.sqrt((4 * (256 ** 2 - 1)) / 12);
