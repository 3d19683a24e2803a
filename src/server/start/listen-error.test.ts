import { expect, test } from 'vitest';
import { toListenError } from './listen-error.ts';

const failed = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  [3_471, 'PORT=3481 npm start'],
  [65_530, 'PORT=65520 npm start'],
])('suggests another port than %i and the one after it, where a demo has its sandbox broker', (port, words) => {
  expect(toListenError(failed('EADDRINUSE'), port, '127.0.0.1')?.message).toContain(words);
});
