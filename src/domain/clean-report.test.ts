import { expect, test } from 'vitest';
import { cleanReport, scrubText } from './clean-report.ts';

test.each([
  ['no user olena.k+1@mail.example here', 'no user [e-mail] here'],
  ['connect postgres://kurs:pass@db:5432/kurs', 'connect postgres://[redacted]@db:5432/kurs'],
  ['Failed query: select 1\nparams: olena@mail.example,7', 'Failed query: select 1'],
  ['GET /api/auth/activate?link=abc failed', 'GET /api/auth/activate[query] failed'],
  ['/uk/reset-password#link=abc', '/uk/reset-password[query]'],
  ['signal 0192f3a4-5b6c-7d8e-9f00-112233445566 is void', 'signal [token] is void'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old', 'token [token] is old'],
  ['key kurs_4f3Gh5Jk6Lm7Np8Qr9St is revoked', 'key [token] is revoked'],
  ['trader 7000123 is taken', 'trader [number] is taken'],
  ['Cannot read properties of undefined (reading "x")', 'Cannot read properties of undefined (reading "x")'],
])('%j becomes %j', (text, expected) => {
  expect(scrubText(text)).toBe(expected);
});

test('nothing but what is listed leaves the product', () => {
  const event = {
    event_id: 'e',
    release: 'kurs@1',
    user: { email: 'a@b.c' },
    request: { url: 'https://kurs.example/?token=x', headers: { authorization: 'Bearer x' } },
    breadcrumbs: [{ message: 'typed a password' }],
    contexts: { device: {} },
    extra: { balance: 1 },
    message: 'text of a person',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'of a@b.example',
          stacktrace: {
            frames: [{ filename: 'https://kurs.example/uk/#link=x', function: 'f', lineno: 1, vars: { a: 1 } }],
          },
        },
      ],
    },
  };
  expect(JSON.parse(JSON.stringify(cleanReport(event)))).toEqual({
    event_id: 'e',
    release: 'kurs@1',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'of [e-mail]',
          stacktrace: { frames: [{ filename: 'https://kurs.example/uk/', function: 'f', lineno: 1 }] },
        },
      ],
    },
  });
});
