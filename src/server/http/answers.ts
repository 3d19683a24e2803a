import type { FastifyReply } from 'fastify';
import { createReadStream, type ReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { apiError } from './api-error.ts';

/** Answers 204 once the work is done. */
export async function noContent(reply: FastifyReply, work: Promise<void>): Promise<null> {
  await work;
  reply.code(204);
  return null;
}

/** Throws not_found. */
export async function openFile(path: string): Promise<ReadStream> {
  await access(path).catch(() => {
    throw apiError('not_found');
  });
  return createReadStream(path);
}
