import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { apiError } from './api-error.ts';

/** Throws not_found. Typed as the text that the schema of the route describes. */
export async function openFile(path: string): Promise<never> {
  await access(path).catch(() => {
    throw apiError('not_found');
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream of the text that the schema describes
  return createReadStream(path) as never;
}
