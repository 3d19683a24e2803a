import { Agent, request } from 'node:http';
import { atRate } from './at-rate.ts';

interface Steady {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Requests one address at a constant rate and returns the latencies in milliseconds, with fractions
 * that autocannon rounds off.
 */
export async function steadyLoad({ url, headers, perSecond, seconds }: Steady): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const took = await atRate({ perSecond, seconds }, () => answered(url, headers, agent));
  agent.destroy();
  return took;
}

function answered(url: string, headers: Steady['headers'], agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}`));
      answer.resume();
      answer.once('end', resolve);
    });
    call.once('error', reject);
    call.end();
  });
}
