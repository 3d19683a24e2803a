import { z } from 'zod';
import { invalidField } from './api-error.ts';

/** An opaque cursor for the end of a page, returned by the browser for the next page. */
export const toCursor = (...place: readonly (string | number)[]): string =>
  Buffer.from(place.join(' ')).toString('base64url');

/** Null: from the beginning. */
export function parseCursor<Shape extends z.ZodType>(cursor: string | undefined, shape: Shape): z.output<Shape> | null {
  if (cursor === undefined) return null;
  const place = shape.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (place.success) return place.data;
  throw invalidField('cursor', 'notCursor');
}

/** Where a page ends: the instant and the id of its last row. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

export const placeCursor = (at: Date, id: string): string => toCursor(at.getTime(), id);

/** Null: from the beginning. */
export function parsePlace(cursor: string | undefined): Place | null {
  const place = parseCursor(cursor, InstantAndId);
  return place && { at: new Date(place[0]), id: place[1] };
}

/** Digits alone: an empty text would be taken as 0. */
const upTo = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(max));

/** An instant (milliseconds UTC) and an id. */
const InstantAndId = z.tuple([upTo(8.64e15), z.uuid()]);
/** Cursor over an ascending integer. */
export const Count = z.tuple([upTo(Number.MAX_SAFE_INTEGER)]);
