import { Agent, get } from 'node:http';
import { healthPaths } from '#contract/health.ts';
import { recordPaths } from '#contract/paths.ts';

/** What one address may ask for in a minute by default. */
const calls = 600;
const connections = 100;
/** Not the address of the prices' readers. */
const localAddress = '127.0.0.2';

const paths = [
  healthPaths.docs,
  `${recordPaths.entries}?limit=50`,
  recordPaths.figures,
  recordPaths.coverage,
  `${recordPaths.checkpoints}?limit=1000`,
] as const;

/** Asks for the dearest answers that anybody gets, all at once; resolves when all have come. */
export async function floodDearly(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const wanted = Array.from({ length: calls }, (_, n) => paths[n % paths.length] ?? '');
  await Promise.all(wanted.map((path) => readAnswer(url + path, agent)));
  agent.destroy();
}

const readAnswer = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent, localAddress }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });
