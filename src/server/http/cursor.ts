import { z } from 'zod';
import { apiError } from './api-error.ts';

/** An opaque cursor for the end of a page, returned by the browser for the next page. */
export const toCursor = (...place: readonly (string | number)[]): string =>
  Buffer.from(place.join(' ')).toString('base64url');

/** Null: from the beginning. */
export function parseCursor<Shape extends z.ZodType>(cursor: string | undefined, shape: Shape): z.output<Shape> | null {
  if (cursor === undefined) return null;
  const place = shape.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (place.success) return place.data;
  throw apiError('validation_failed', {
    params: { fields: 'cursor' },
    details: [{ field: 'cursor', message: 'nextCursor' }],
  });
}

/** An instant (milliseconds UTC) and an id. */
export const InstantAndId = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);
/** Cursor over an ascending integer. */
export const Count = z.tuple([z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)]);
