import { setTimeout as pause } from 'node:timers/promises';

interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

const tickMs = 5;

/**
 * Sends requests at a constant rate, independent of response times, and returns their latencies in
 * milliseconds. Each latency is measured from the scheduled time, so a stalled server is not
 * sampled less often (no coordinated omission).
 */
export async function atRate({ perSecond, seconds }: Rate, call: (i: number) => Promise<void>): Promise<number[]> {
  const times: Promise<number>[] = [];
  const startedAt = performance.now();
  const total = Math.round(perSecond * seconds);
  const timed = async (i: number): Promise<number> => {
    await call(i);
    return performance.now() - startedAt - (i * 1000) / perSecond;
  };
  while (times.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
    while (times.length < due) times.push(timed(times.length));
    await pause(tickMs);
  }
  return Promise.all(times);
}
