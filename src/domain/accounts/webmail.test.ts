import { expect, test } from 'vitest';
import { findWebmail } from './webmail.ts';

test('finds the inbox of a well-known domain', () => {
  expect([findWebmail('a@gmail.com'), findWebmail('A@Ukr.Net')]).toEqual([
    'https://mail.google.com/',
    'https://mail.ukr.net/',
  ]);
});

test.each(['a@kurs.example', 'a@gmail.com.evil.example', 'gmail.com@evil.example', ''])(
  'suggests no inbox for %s',
  (email) => {
    expect(findWebmail(email)).toBeNull();
  },
);
