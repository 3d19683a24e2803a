import { z } from 'zod';

const place = 'The index N in groups of three digits, x001/x234/067; a partial tile of width W ends with .p/W.';
/** `*`: N and W, which span several path segments. */
export const EntriesParams = z.object({ '*': z.string().describe(place) });
/** `level`: L, 0 to 63. */
export const TileParams = EntriesParams.extend({ level: z.string() });

/** Concatenated hashes of 32 bytes, or entries of two bytes length and as many bytes of text. */
export const TileBytes = z.string().meta({ id: 'RecordTile', format: 'binary' });
