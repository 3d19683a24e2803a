import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Steady {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

const tickMs = 5;

/**
 * Calls at a steady rate, whatever the answers take, and how long each took, milliseconds: finer than autocannon's whole ones.
 * Each is timed from when it was due, so that a server that stands still is not measured less often.
 */
export async function steadyLoad({ url, headers, perSecond, seconds }: Steady): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: Promise<number>[] = [];
  const startedAt = performance.now();
  const total = perSecond * seconds;
  while (times.length < total) {
    const now = performance.now();
    const due = Math.min(total, Math.floor(((now - startedAt) * perSecond) / 1000));
    while (times.length < due) times.push(timeOf(url, headers, agent, startedAt + (times.length * 1000) / perSecond));
    await pause(tickMs);
  }
  const took = await Promise.all(times);
  agent.destroy();
  return took;
}

function timeOf(url: string, headers: Steady['headers'], agent: Agent, dueAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}`));
      answer.resume();
      answer.once('end', () => resolve(performance.now() - dueAt));
    });
    call.once('error', reject);
    call.end();
  });
}
