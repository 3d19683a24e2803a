import { isObject } from '#domain/is-object.ts';
import { ApiError } from '#web/api/api-error.ts';

/** The fields that an error names, with their messages; empty if it names none. */
const noFields: Readonly<Record<string, unknown>> = {};

export function serverErrors(error: unknown): readonly (readonly [field: string, message: string])[] {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return [];
  return error.details.flatMap((failure: unknown) => {
    const { field, message } = isObject(failure) ? failure : noFields;
    return typeof field === 'string' && typeof message === 'string' ? [[field, message] as const] : [];
  });
}
