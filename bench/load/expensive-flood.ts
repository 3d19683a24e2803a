import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';

/** What one address may ask for in a minute by default. */
const calls = 600;
const connections = 100;
/** Not the address of the prices' readers. */
const localAddress = '127.0.0.2';

/** The most expensive answers that anybody gets; those of health cost nothing beside the call itself. */
export const expensive: readonly string[] = [
  '/api/docs/json',
  '/api/record/entries?limit=50',
  '/api/record/figures',
  '/api/record/coverage',
  '/api/record/checkpoints?limit=1000',
];
export const cheap: readonly string[] = ['/api/health'];

/**
 * Asks for all that an address may at once, in a thread of its own, because parsing the answers would
 * delay the readers of prices; resolves when all have come.
 */
export async function flood(url: string, paths: readonly string[]): Promise<void> {
  const [code] = await once(new Worker(import.meta.filename, { workerData: { flood: { url, paths } } }), 'exit');
  if (code !== 0) throw new Error(`the flood ended with ${code}`);
}

const Asked = z.object({ flood: z.object({ url: z.string(), paths: z.array(z.string()) }) });
const asked = Asked.safeParse(workerData);
if (asked.success) {
  const { url, paths } = asked.data.flood;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const wanted = Array.from({ length: calls }, (_, n) => paths[n % paths.length] ?? '');
  await Promise.all(wanted.map((path) => readAnswer(url + path, agent)));
  agent.destroy();
}

function readAnswer(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, localAddress }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });
}
