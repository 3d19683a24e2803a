import { isObject } from './objects.ts';

/** The `code` of a system or database error, such as ENOENT or 23505. */
export const getErrorCode = (error: unknown): string | undefined =>
  isObject(error) && typeof error.code === 'string' ? error.code : undefined;

export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
