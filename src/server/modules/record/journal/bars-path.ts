import { join } from 'node:path';

/** The published file with the bars of a closed UTC day. */
export const barsPath = (folder: string, day: string): string => join(folder, `${day}.bars.ndjson.gz`);
