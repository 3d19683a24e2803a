import { expect, test } from 'vitest';
import { toListenError } from './listen-error.ts';

const failed = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  [3_471, 'PORT=3481 npm start'],
  [65_530, 'PORT=65520 npm start'],
])('suggests another port than %i and the one after it, where a demo has its sandbox broker', (port, words) => {
  expect(toListenError(failed('EADDRINUSE'), { port, host: '127.0.0.1' })?.message).toContain(words);
});

test.each([
  ['EADDRINUSE', 'METRICS_PORT=9474 npm start'],
  ['EACCES', 'Choose one above 1023 with METRICS_PORT.'],
  ['EADDRNOTAVAIL', 'METRICS_HOST=10.9.9.9 is no address of this machine. Use 127.0.0.1'],
  // A link-local IPv6 address without its interface.
  ['EINVAL', 'METRICS_HOST=10.9.9.9 is no address of this machine. Use 127.0.0.1'],
])('names the setting of metrics that causes %s', (code, words) => {
  expect(toListenError(failed(code), { port: 9_464, host: '10.9.9.9' }, 'METRICS_')?.message).toContain(words);
});
