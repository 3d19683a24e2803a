import { expect, test } from 'vitest';
import { toApiError } from './to-api-error.ts';

const fromDatabase = (code: string): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('refused'), { code }) });

test('maps text that PostgreSQL cannot store (NUL) to a malformed request, not a server error', () => {
  expect(toApiError(fromDatabase('22021'), 'en')).toMatchObject({ code: 'malformed_request', statusCode: 400 });
});

test('maps a statement timeout to 503 with a retry time', () => {
  expect(toApiError(fromDatabase('57014'), 'en')).toMatchObject({ code: 'database_unavailable', retryAfterS: 5 });
});

test('maps any other database error to a server error', () => {
  expect(toApiError(fromDatabase('23514'), 'en')).toMatchObject({ code: 'internal_error', statusCode: 500 });
});
