import { z } from 'zod';

/** ISO 8601 UTC with milliseconds, the only form of time on the wire. */
export const Instant = z.iso.datetime({ precision: 3 });
export const toInstant = (ms: number): string => new Date(ms).toISOString();
export const Id = z.uuid();

const [firstYear, lastYear] = [1, 9999];
/** An instant that a caller asks for, in any zone; a year before or after these has another form in a database, or none. */
export const RequestedInstant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= firstYear && year <= lastYear;
});

/** No half of a character, which no canonical JSON (RFC 8785) has a form for. */
export const isWholeText = (text: string): boolean => !/\p{Surrogate}/u.test(text);
