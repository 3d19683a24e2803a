import { expect, test } from 'vitest';
import { recordedRounds, toReplay } from './recorded-rounds.ts';

test('four of the recorded rounds won and three lost, with a price for each minute', () => {
  const replays = recordedRounds.map(toReplay);
  const won = replays.filter(({ result }) => result === 'successful').length;
  expect([won, replays.length, replays.some(({ result }) => result === 'neutral')]).toEqual([4, 7, false]);
  for (const { closes, closePrice, expiresAt } of replays) {
    expect(closes).toHaveLength(35);
    expect(closes.at(-1)).toEqual({ at: expiresAt, price: closePrice });
  }
});
