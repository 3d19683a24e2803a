import { setTimeout as pause } from 'node:timers/promises';

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

const tickMs = 1;

/**
 * Calls `send` at a constant rate, independent of response times, with the time for which the call
 * was scheduled (as `performance.now()`): latencies are measured from it, so that a stalled server is
 * not sampled less often (no coordinated omission).
 */
export async function sendAtRate(
  { perSecond, seconds }: Rate,
  send: (i: number, scheduledAt: number) => void,
): Promise<void> {
  const startedAt = performance.now();
  const total = countCalls({ perSecond, seconds });
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
    for (; sent < due; sent += 1) send(sent, startedAt + (sent * 1000) / perSecond);
    await pause(tickMs);
  }
}

export const countCalls = ({ perSecond, seconds }: Rate): number => Math.round(perSecond * seconds);
