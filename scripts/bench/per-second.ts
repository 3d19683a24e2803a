/**
 * How many things a core does in a second, in each of some rounds after a warm-up: `batch` does `size` of them. Counted in
 * processor time of this process, the collector's and the compiler's threads included: others' work does not slow it.
 */
export function perSecond(size: number, batch: () => void, roundMs = 500, rounds = 5): number[] {
  runFor(roundMs, batch);
  return Array.from({ length: rounds }, () => {
    const { times, ms } = runFor(roundMs, batch);
    return (1000 * size * times) / ms;
  });
}

function runFor(atLeastMs: number, batch: () => void): { times: number; ms: number } {
  const before = process.cpuUsage();
  let times = 0;
  let ms = 0;
  while (ms < atLeastMs) {
    batch();
    times += 1;
    const { user, system } = process.cpuUsage(before);
    ms = (user + system) / 1000;
  }
  return { times, ms };
}
