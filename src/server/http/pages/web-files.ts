import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { withoutScriptsPath } from '#contract/paths.ts';
import { languages } from '#domain/language.ts';
import { chooseEncoding } from './filled-text.ts';
import { describePage, fallbackFile, listPageFiles, notFoundFile, type PageFile, type Site } from './page-files.ts';
import { apiError } from '../api-error.ts';
import { isApiCall } from '../guards/rate-limits.ts';
import { acceptedLanguage } from '../request-language.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Answers requests that match no route: with a built file, with the fallback page for screens that
 * are not prerendered, or not at all.
 */
export async function serveWebFiles(app: FastifyInstance, buildDir: string, site: Site): Promise<Answer> {
  const folder = join(buildDir, 'client');
  if (!existsSync(folder)) return async () => throwNotFound();
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'deny',
  });
  const files = listPageFiles(folder, site);
  const answers = readAnswers(buildDir, site);
  return async (request, reply) => {
    if (request.url === withoutScriptsPath) return redirectToLanguage(request, reply);
    const address = getAddress(request.url);
    const found = files.get(address);
    // A form submitted without scripts is redirected to its page, which explains why. The body is
    // not read.
    if (request.method === 'POST' && found?.file.endsWith('.html')) return reply.redirect(address, 303);
    if (isApiCall(request) || (request.method !== 'GET' && request.method !== 'HEAD')) return throwNotFound();
    if (found) return send(request, reply.code(200), found);
    if (!request.headers.accept?.includes('text/html')) return throwNotFound();
    const [status, page] = answers(address);
    return page ? send(request, reply.code(status), page) : throwNotFound();
  };
}

/** The stored language is known to scripts alone. */
const redirectToLanguage = ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('vary', 'accept-language').redirect(`/${acceptedLanguage(headers['accept-language'])}/`, 302);

function throwNotFound(): never {
  throw apiError('not_found');
}

/** Decodable at this point (readable-url.ts). */
const getAddress = (url: string): string => decodeURIComponent(url.split('?', 1)[0] ?? '');

/**
 * For addresses that are not files: the fallback page for screens listed by the build, otherwise
 * the not-found page, in the language of the address if it has one.
 */
function readAnswers(buildDir: string, site: Site): (address: string) => [number, PageFile | null] {
  const getStatus = readScreens(buildDir);
  const folder = join(buildDir, 'client');
  const read = (file: string): PageFile | null =>
    existsSync(join(folder, file)) ? describePage(folder, file, site) : null;
  const fallback = read(fallbackFile);
  const notFoundPages = new Map(languages.map((lang) => [lang as string, read(notFoundFile(lang))]));
  return (address) => {
    const status = getStatus(address);
    if (status !== null) return [status, fallback];
    return [404, notFoundPages.get(address.split('/')[1] ?? '') ?? fallback];
  };
}

/**
 * Addresses of screens by status; `:name` matches any one segment (src/web/prerender.tsx). Null:
 * not a screen.
 */
/** Addresses by the status of their answer, as written by the build. */
const Screens = z.record(z.string(), z.array(z.string()));

function readScreens(buildDir: string): (address: string) => number | null {
  const listing = join(buildDir, 'screens.json');
  if (!existsSync(listing)) return () => null;
  const screens = Screens.parse(JSON.parse(readFileSync(listing, 'utf8')));
  const patterns = Object.entries(screens).flatMap(([status, addresses]) =>
    addresses.map((address) => [new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`), Number(status)] as const),
  );
  return (address) => patterns.find(([pattern]) => pattern.test(address))?.[1] ?? null;
}

async function send(request: FastifyRequest, reply: FastifyReply, page: PageFile): Promise<FastifyReply> {
  reply.header('cache-control', page.cacheControl).header('vary', 'accept-encoding');
  if (page.policy) reply.header('content-security-policy', page.policy);
  if (!page.filled) return reply.sendFile(page.file);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const etag = page.filled.etag(encoding);
  reply.header('etag', etag).type(types[extname(page.file)] ?? 'text/plain; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await page.filled.body(encoding));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};
