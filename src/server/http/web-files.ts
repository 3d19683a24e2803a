import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listPageFiles, type PageFile } from './page-files.ts';
import { problem } from './problem.ts';
import { isApiCall } from './rate-limits.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The page that finds its screen in the browser. */
const fallbackAddress = '/__spa-fallback.html';

/** Answers whatever no route answers: with a built file, with the page for screens that are not built, or not at all. */
export async function serveWebFiles(
  app: FastifyInstance,
  buildDir: string,
  partners: readonly string[] = [],
): Promise<Answer> {
  const folder = join(buildDir, 'client');
  if (!existsSync(folder)) return refuse;
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'deny',
  });
  const files = listPageFiles(folder, partners);
  const screens = readScreens(buildDir);
  return (request, reply) => {
    if (isApiCall(request) || (request.method !== 'GET' && request.method !== 'HEAD')) return refuse();
    const address = addressOf(request.url);
    const found = address === fallbackAddress ? undefined : files.get(address);
    if (found) return send(reply.code(200), found);
    const fallback = files.get(fallbackAddress);
    if (!fallback || !request.headers.accept?.includes('text/html')) return refuse();
    return send(reply.code(screens.has(address.replace(/(.)\/$/, '$1')) ? 200 : 404), fallback);
  };
}

function refuse(): never {
  throw problem('not_found');
}

function addressOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    throw problem('malformed_request');
  }
}

/** Addresses of screens without a page of their own: written by the build from the browser's own list. */
function readScreens(buildDir: string): ReadonlySet<string> {
  const listing = join(buildDir, 'screens.json');
  return new Set(existsSync(listing) ? (JSON.parse(readFileSync(listing, 'utf8')) as string[]) : []);
}

function send(reply: FastifyReply, { file, policy, cacheControl }: PageFile): FastifyReply {
  reply.header('cache-control', cacheControl).header('vary', 'accept-encoding');
  if (policy) reply.header('content-security-policy', policy);
  return reply.sendFile(file);
}
