import { expect, test } from 'vitest';
import { linkIn } from './mailbox.tsx';

test('extracts the link of a mail as a path of this site', () => {
  expect(linkIn('Підтвердьте:\nhttps://kurs.example/api/auth/activate/aB-_9\n\nKurs')).toBe('/api/auth/activate/aB-_9');
  expect(linkIn('Open http://localhost:3000/en/reset-password#link=abc.d within')).toBe(
    '/en/reset-password#link=abc.d',
  );
});

test('ignores other addresses', () => {
  expect(linkIn('https://evil.example/uk/login and mailto:support@kurs.example')).toBeNull();
  expect(linkIn('')).toBeNull();
});
