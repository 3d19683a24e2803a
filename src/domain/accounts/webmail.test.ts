import { expect, test } from 'vitest';
import { webmailOf } from './webmail.ts';

test('the inbox of a well-known domain is known', () => {
  expect([webmailOf('a@gmail.com'), webmailOf('A@Ukr.Net')]).toEqual([
    'https://mail.google.com/',
    'https://mail.ukr.net/',
  ]);
});

test.each(['a@kurs.example', 'a@gmail.com.evil.example', 'gmail.com@evil.example', ''])(
  'of %s nothing is guessed',
  (email) => {
    expect(webmailOf(email)).toBeNull();
  },
);
