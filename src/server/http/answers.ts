import type { FastifyReply } from 'fastify';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { apiError } from './api-error.ts';

/** Answers 204 once the work is done. */
export async function noContent(reply: FastifyReply, work: Promise<void>): Promise<null> {
  await work;
  reply.code(204);
  return null;
}

/** Throws not_found. Typed as the text that the schema of the route describes. */
export async function openFile(path: string): Promise<never> {
  await access(path).catch(() => {
    throw apiError('not_found');
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream of the text that the schema describes
  return createReadStream(path) as never;
}
