import { z } from 'zod';
import { apiError } from '#server/http/api-error.ts';
import type { Place, ReviewRow } from './reviews.repository.ts';

export const toCursor = ({ writtenAt, id }: Pick<ReviewRow, 'writtenAt' | 'id'>): string =>
  Buffer.from(`${writtenAt.getTime()} ${id}`).toString('base64url');

const Cursor = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

export function resolvePlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const place = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (place.success) return { at: new Date(place.data[0]), id: place.data[1] };
  throw apiError('validation_failed', {
    params: { fields: 'cursor' },
    details: [{ field: 'cursor', message: 'nextCursor' }],
  });
}
