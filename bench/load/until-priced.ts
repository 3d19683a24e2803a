import { setTimeout as pause } from 'node:timers/promises';

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
