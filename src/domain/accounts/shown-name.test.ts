import { expect, it } from 'vitest';
import { maskEmail } from './shown-name.ts';

it.each([
  ['olena.k@example.com', 'o***@e***.com'],
  ['a@b.ua', 'a***@b***.ua'],
  ['"odd@name"@mail.example.co.uk', '"***@m***.uk'],
  ['ї@пошта.укр', 'ї***@п***.укр'],
  ['x@localhost', 'x***@l***'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
