import { expect, test } from 'vitest';
import { likelyEmail } from './email-typo.ts';

test.each([
  ['olena@gmial.com', 'olena@gmail.com'],
  ['olena@gmail.con', 'olena@gmail.com'],
  ['olena@gmail.co', 'olena@gmail.com'],
  ['Olena.K+1@GMAL.COM', 'Olena.K+1@gmail.com'],
  ['a@ukr.nt', 'a@ukr.net'],
  ['a@outlok.com', 'a@outlook.com'],
  ['a@yaho.com', 'a@yahoo.com'],
  ['a@iclod.com', 'a@icloud.com'],
])('recognises %s as a typo of %s', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each([
  'a@gmail.com',
  'a@ukr.net',
  'a@mail.com',
  'a@me.com',
  'a@kurs.example',
  'a@university.edu.ua',
  'a@gm',
  'a@gmail.',
  'a@',
  '@gmial.com',
  'gmial.com',
  '',
])('suggests no correction for %s', (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});
