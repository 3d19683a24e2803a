import { apiError } from '#server/http/api-error.ts';

/** A size of the tree that may be asked for; else 400 with those that may. */
export function requireSize(field: string, size: number, least: number, most: number): void {
  if (size >= least && size <= most) return;
  const allowed = `${least}–${most}`;
  throw apiError('validation_failed', {
    params: { fields: field },
    details: [{ field, message: allowed, allowed: [allowed] }],
  });
}
