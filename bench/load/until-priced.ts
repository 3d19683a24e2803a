import { setTimeout as pause } from 'node:timers/promises';
import { RecordCoverage } from '#contract/record/record.ts';

/** Resolves when each of these pairs has had its first tick since the start. */
export async function untilPriced(url: string, token: string, symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols) while (!(await isPriced(url, token, symbol))) await pause(50);
}

async function isPriced(url: string, token: string, symbol: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/python_api/price/${symbol}`, { headers });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** Resolves when the record states a second minute: the first may leave out pairs without history. */
export async function untilStated(url: string): Promise<void> {
  while ((await countStated(url)) < 2) await pause(200);
}

async function countStated(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/record/coverage`);
  const text = await answer.text();
  return answer.ok ? RecordCoverage.parse(JSON.parse(text)).days.reduce((sum, { covered }) => sum + covered, 0) : 0;
}
