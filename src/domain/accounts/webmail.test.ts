import { expect, test } from 'vitest';
import { webmailOf } from './webmail.ts';

test('finds the inbox of a well-known domain', () => {
  expect([webmailOf('a@gmail.com'), webmailOf('A@Ukr.Net')]).toEqual([
    'https://mail.google.com/',
    'https://mail.ukr.net/',
  ]);
});

test.each(['a@kurs.example', 'a@gmail.com.evil.example', 'gmail.com@evil.example', ''])(
  'suggests no inbox for %s',
  (email) => {
    expect(webmailOf(email)).toBeNull();
  },
);
