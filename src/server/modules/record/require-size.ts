import { apiError } from '#server/http/api-error.ts';

/** Accepts an allowed size of the tree; otherwise 400 with the allowed sizes. */
export function requireSize(field: string, size: number, least: number, most: number): void {
  if (size >= least && size <= most) return;
  const allowed = `${least}–${most}`;
  throw apiError('validation_failed', {
    params: { fields: field },
    details: [{ field, message: allowed, allowed: [allowed] }],
  });
}
