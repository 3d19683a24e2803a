/**
 * How many times slower the phone that Lighthouse models (middle of the range) is than a machine of
 * this BenchmarkIndex, by the rule of its throttling calculator, which its documentation names:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-multipliers
 * The fixed 4 is meant for a fast desktop. A machine as slow as the phone itself cannot emulate it.
 */
export function phoneSlowdown(benchmarkIndex: number): number {
  if (!(benchmarkIndex >= 150)) throw new RangeError(`a BenchmarkIndex of ${benchmarkIndex} is below a phone's 150`);
  if (benchmarkIndex < 800) return 1 + (benchmarkIndex - 150) / 650;
  if (benchmarkIndex < 1_300) return 2 + (benchmarkIndex - 800) / 500;
  return 3 + (benchmarkIndex - 1_300) / 233;
}
