import { expect, test } from 'vitest';
import { toApiError } from './error-handler.ts';

const fromDatabase = (code: string): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('refused'), { code }) });

test('maps text that PostgreSQL cannot store (NUL) to a malformed request, not a server error', () => {
  expect(toApiError(fromDatabase('22021'), 'en')).toMatchObject({ code: 'malformed_request', statusCode: 400 });
});

test.each([
  ['a statement timeout', '57014'],
  ['a full disk', '53100'],
])('maps %s to 503 with a retry time', (_what, code) => {
  expect(toApiError(fromDatabase(code), 'en')).toMatchObject({ code: 'database_unavailable', retryAfterS: 5 });
});

test('maps any other database error to a server error', () => {
  expect(toApiError(fromDatabase('23514'), 'en')).toMatchObject({ code: 'internal_error', statusCode: 500 });
});
