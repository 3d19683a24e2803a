import { ApiError } from '#web/api/api-error.ts';

/** The fields that an error names, with their messages; empty if it names none. */
export function serverErrors(error: unknown): readonly (readonly [field: string, message: string])[] {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return [];
  return error.details.flatMap((failure: unknown) => {
    const { field, message } = Object(failure) as Readonly<Partial<Record<string, unknown>>>;
    return typeof field === 'string' && typeof message === 'string' ? [[field, message] as const] : [];
  });
}
