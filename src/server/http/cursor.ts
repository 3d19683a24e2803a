import { z } from 'zod';
import type { PagePosition } from '../database/pages.ts';
import { invalidField } from './api-error.ts';

/** An opaque cursor for the end of a page, returned by the browser for the next page. */
export const toCursor = (...position: readonly (string | number)[]): string =>
  Buffer.from(position.join(' ')).toString('base64url');

/** Null: from the beginning. */
export function parseCursor<Shape extends z.ZodType>(cursor: string | undefined, shape: Shape): z.output<Shape> | null {
  if (cursor === undefined) return null;
  const position = shape.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (position.success) return position.data;
  throw invalidField('cursor', 'notCursor');
}

export const positionCursor = (at: Date, id: string): string => toCursor(at.getTime(), id);

/** Null: from the beginning. */
export function parsePosition(cursor: string | undefined): PagePosition | null {
  const position = parseCursor(cursor, InstantAndId);
  return position && { at: new Date(position[0]), id: position[1] };
}

/**
 * The rows of a page, of which one more than `limit` was read if there is one, and where the next
 * page begins; null: this is the last one.
 */
export function cutPage<Row, Next>(rows: readonly Row[], limit: number, toNext: (last: Row) => Next) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? toNext(last) : null };
}

/** Digits alone: an empty text would be taken as 0. */
const upTo = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(max));

/** An instant (milliseconds UTC) and an id. */
const InstantAndId = z.tuple([upTo(8.64e15), z.uuid()]);
/** Cursor over an ascending integer. */
export const Count = z.tuple([upTo(Number.MAX_SAFE_INTEGER)]);
