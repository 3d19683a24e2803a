import { expect, test } from 'vitest';
import { mayDecorate } from './page-extras.tsx';

test.each(['/uk/', '/uk', '/uk/about-us', '/uk/wiki', '/uk/wiki/martingale-strategy'])(
  '%s may be decorated',
  (path) => {
    expect(mayDecorate(path, 'uk')).toBe(true);
  },
);

test.each([
  '/uk/terms',
  '/uk/register',
  '/uk/enter-id',
  '/uk/signal',
  '/uk/history',
  '/uk/record',
  '/uk/bankroll',
  '/uk/contest',
  '/uk/account',
  '/uk/admin/users',
  '/uk/mailbox',
])('%s stays plain', (path) => {
  expect(mayDecorate(path, 'uk')).toBe(false);
});
