import { z } from 'zod';

/** ISO 8601 UTC with milliseconds, the only form of time on the wire. */
export const Instant = z.iso.datetime({ precision: 3 });
export const toInstant = (ms: number): string => new Date(ms).toISOString();
export const Id = z.uuid();
