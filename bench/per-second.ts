/**
 * How many things a core does in a second, in each of some rounds after a warm-up: `batch` does `size` of them. Counted in
 * processor time of this process, the collector's and the compiler's threads included: others' work does not slow it.
 */
export async function perSecond(
  size: number,
  batch: () => void | Promise<void>,
  roundMs = 500,
  rounds = 5,
): Promise<number[]> {
  await runFor(roundMs, batch);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { times, ms } = await runFor(roundMs, batch);
    rates.push((1000 * size * times) / ms);
  }
  return rates;
}

async function runFor(atLeastMs: number, batch: () => void | Promise<void>): Promise<{ times: number; ms: number }> {
  const before = process.cpuUsage();
  let times = 0;
  let ms = 0;
  while (ms < atLeastMs) {
    await batch();
    times += 1;
    const { user, system } = process.cpuUsage(before);
    ms = (user + system) / 1000;
  }
  return { times, ms };
}
