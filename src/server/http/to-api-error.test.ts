import { expect, test } from 'vitest';
import { toApiError } from './to-api-error.ts';

const fromDatabase = (code: string): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('refused'), { code }) });

test('text that PostgreSQL cannot hold (NUL) is a malformed request, not a fault of ours', () => {
  expect(toApiError(fromDatabase('22021'), 'en')).toMatchObject({ code: 'malformed_request', statusCode: 400 });
});

test('a statement that ran out of time is a database in trouble: 503, and when to come back', () => {
  expect(toApiError(fromDatabase('57014'), 'en')).toMatchObject({ code: 'database_unavailable', retryAfterS: 5 });
});

test('whatever else the database refuses is a fault of ours', () => {
  expect(toApiError(fromDatabase('23514'), 'en')).toMatchObject({ code: 'internal_error', statusCode: 500 });
});
