import { apiError } from '#server/http/api-error.ts';

/** Accepts an allowed size of the tree; otherwise 400 with the allowed sizes. */
export function requireSize(field: string, size: number, min: number, max: number): void {
  if (size >= min && size <= max) return;
  const allowed = `${min}–${max}`;
  throw apiError('validation_failed', {
    params: { fields: field },
    details: [{ field, message: allowed, allowed: [allowed] }],
  });
}
