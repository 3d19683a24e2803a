/**
 * Operations per second of one core, in several rounds after a warm-up: `batch` does `size` of
 * them. Measured in CPU time of this process, including the threads of the garbage collector and
 * the compiler, so that other processes do not affect it.
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
