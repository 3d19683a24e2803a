import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { check, customType, type ExtraConfigColumn, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

const packedFrom = 512;
/** A third of a millisecond for 2 kB. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
/** Of Zstandard's magic number; JSON begins with another byte. */
const zstdByte = 0x28;

/** For statements that list their values themselves. */
export const packJson = (text: string): Buffer =>
  text.length < packedFrom ? Buffer.from(text) : zstdCompressSync(text, level);

export const unpackJson = (stored: Buffer): string =>
  (stored[0] === zstdByte ? zstdDecompressSync(stored) : stored).toString();

/** JSON text, byte by byte, compressed where it is long: PostgreSQL compresses only rows above 2 kB. */
export const packedJson = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: packJson,
  fromDriver: unpackJson,
});

export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Check constraint: the column holds one of these values. */
export const checkValues = (name: string, column: ExtraConfigColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
