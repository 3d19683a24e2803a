import { expect, test } from 'vitest';
import { createPastGate } from './past-gate.ts';

test('without a past the present is recorded at once', () => {
  const tasks: string[] = [];
  const gate = createPastGate();
  gate.onPlayed(() => tasks.push('recorded'));
  expect([gate.isPlaying(), tasks]).toEqual([false, ['recorded']]);
});

test('the present is recorded once the past is', async () => {
  const tasks: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const gate = createPastGate();
  gate.play(promise);
  gate.onPlayed(() => tasks.push('recorded'));
  expect([gate.isPlaying(), tasks]).toEqual([true, []]);
  resolve();
  await new Promise((next) => setImmediate(next));
  expect([gate.isPlaying(), tasks]).toEqual([false, ['recorded']]);
});
