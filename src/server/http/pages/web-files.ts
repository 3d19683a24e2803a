import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { originMark, withoutScriptsPath } from '#contract/built-pages.ts';
import type { SiteNotice } from '#contract/site.ts';
import { languages } from '#domain/language.ts';
import { getOrCreate } from '#domain/objects.ts';
import { pagePolicy, workerPolicy } from '#server/http/guards/security-headers.ts';
import { apiError } from '../api-error.ts';
import { isApiCall, isApiAddress } from '../guards/rate-limits.ts';
import { acceptedLanguage } from '../request-language.ts';

interface Site {
  readonly publicUrl: string;
  /** False: pages leave room for the banner that says so. */
  readonly isLiveMarket: boolean;
  /** Origins whose script and frame the pages may show. */
  readonly partners: readonly string[];
  /** Origin that pages report their errors to; null: they report none. */
  readonly reportsTo: string | null;
  /** What every page shows above its content; null: nothing. */
  readonly getNotice: () => SiteNotice | null;
}

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
  const withNotice = createNoticeFiller(site.getNotice);
  return async (request, reply) => {
    if (request.url === withoutScriptsPath) return redirectToLanguage(request, reply);
    const address = getAddress(request.url);
    const found = files.get(address);
    // A form submitted without scripts is redirected to its page, which explains why. The body is
    // not read.
    if (request.method === 'POST' && found?.file.endsWith('.html')) return reply.redirect(address, 303);
    if (isApiCall(request) || (request.method !== 'GET' && request.method !== 'HEAD')) return throwNotFound();
    if (found) return send(request, reply.code(200), withNotice(found));
    const [status, page] = answers(address);
    if (status === 404 && !request.headers.accept?.includes('text/html')) return throwNotFound();
    return page ? send(request, reply.code(status), withNotice(page)) : throwNotFound();
  };
}

function throwNotFound(): never {
  throw apiError('not_found');
}

interface PageFile {
  /** Relative to the listed folder, with the separators of the file system. */
  readonly file: string;
  /** Content security policy; set for pages and for workers that request something. */
  readonly policy: string | null;
  readonly cacheControl: string;
  /** Set for files that contain the site address; they are sent from memory. */
  readonly filled: FilledText | null;
}

const workerFile = 'service-worker.js';
/** This worker reads the record, which the policy of other files does not allow. */
const recordWorker = /record\.worker-[\w-]+\.js$/;
/**
 * The client-rendered fallback page and the not-found page: they are responses and have no address
 * of their own.
 */
const fallbackFile = '__spa-fallback.html';
const notFoundFile = (lang: string): string => `${lang}/404.html`;

/**
 * Every address that a built file answers. Anything else does not exist, so no address can lead out
 * of the folder, to a hidden file or to a source map.
 */
function listPageFiles(folder: string, site: Site): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (isServed(file)) for (const address of getAddresses(file)) files.set(address, describePage(folder, file, site));
  }
  return files;
}

const compressed = /\.(br|gz)$/;
const isServed = (file: string): boolean =>
  !file.endsWith('.map') && !compressed.test(file) && file.split(sep).every((part) => !part.startsWith('.'));

/** `uk/index.html` serves `/uk` and `/uk/`. */
function getAddresses(file: string): string[] {
  const address = `/${file.split(sep).join('/')}`;
  if (address.endsWith('/404.html') || address === `/${fallbackFile}`) return [];
  if (!address.endsWith('/index.html')) return [address];
  const folder = address.slice(0, -'index.html'.length);
  return folder === '/' ? ['/'] : [folder, folder.slice(0, -1)];
}

function describePage(folder: string, file: string, { publicUrl, isLiveMarket, partners, reportsTo }: Site): PageFile {
  // Includes the service worker, so that the pages of this build never get the worker of a later
  // one.
  const filled =
    /\.(html|xml|txt)$/.test(file) || file === workerFile
      ? fillText(findTemplate(join(folder, file), isLiveMarket), originMark, publicUrl)
      : null;
  if (filled && file.endsWith('.html')) {
    return { file, filled, policy: pagePolicy(filled.text, partners, reportsTo), cacheControl: 'no-cache' };
  }
  if (file === workerFile) return { file, filled, policy: workerPolicy, cacheControl: 'no-cache' };
  // The build names the files of this folder by content hash.
  const isHashed = file.startsWith(`assets${sep}`);
  return {
    file,
    filled,
    policy: recordWorker.test(file) ? workerPolicy : null,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

function findTemplate(path: string, isLiveMarket: boolean): string {
  const text = readFileSync(path, 'utf8');
  return isLiveMarket ? text : text.replace('<html ', '<html data-demo ');
}

/**
 * Pages that know the notice before their first paint, so that nothing moves when it appears. Their
 * policy stays the same, as their scripts and styles do.
 */
function createNoticeFiller(getNotice: Site['getNotice']): (page: PageFile) => PageFile {
  let shown: SiteNotice | null = null;
  const pages = new Map<PageFile, PageFile>();
  return (page) => {
    const notice = getNotice();
    const { filled } = page;
    if (!notice || !filled || !page.file.endsWith('.html')) return page;
    if (shown?.id !== notice.id) pages.clear();
    shown = notice;
    const mark = `<html data-notice="${escapeAttribute(JSON.stringify(notice))}" `;
    return getOrCreate(pages, page, () => ({
      ...page,
      filled: compressText(filled.text.replace('<html ', () => mark)),
    }));
  };
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number] | 'identity';

/** A text in every content encoding; each encoding is built lazily on first request. */
interface FilledText {
  readonly text: string;
  readonly etag: (encoding: Encoding) => string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}

export const fillText = (template: string, mark: string, publicUrl: string): FilledText =>
  compressText(template.replaceAll(mark, () => publicUrl));

function compressText(text: string): FilledText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  // A buffer is stored outside the heap, where a string with Cyrillic letters would take two bytes
  // per character.
  const plain = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    get text() {
      return plain.toString();
    },
    etag: (encoding) => `"${hash}-${encoding}"`,
    body(encoding) {
      const known = made.get(encoding) ?? encode(plain, encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain);
  if (encoding === 'identity') return plain;
  // Quality 6 of 11, because a page is compressed while its first reader waits.
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}

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

/** Addresses by the status of their answer, as written by the build. */
const Screens = z.record(z.string(), z.array(z.string()));

/** `:name` matches any one segment (src/web/prerender.tsx). Null: not a screen. */
function readScreens(buildDir: string): (address: string) => number | null {
  const listing = join(buildDir, 'screens.json');
  if (!existsSync(listing)) return () => null;
  const screens = Screens.parse(JSON.parse(readFileSync(listing, 'utf8')));
  const patterns = Object.entries(screens).flatMap(([status, addresses]) =>
    addresses.map((address) => [new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`), Number(status)] as const),
  );
  return (address) => patterns.find(([pattern]) => pattern.test(address))?.[1] ?? null;
}

/** The stored language is known to scripts alone. */
const redirectToLanguage = ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('vary', 'accept-language').redirect(`/${acceptedLanguage(headers['accept-language'])}/`, 302);

/** Decodable at this point (`readableUrl`). */
const getAddress = (url: string): string => decodeURIComponent(url.split('?', 1)[0] ?? '');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

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

/** The best encoding that an Accept-Encoding header allows; `q=0` forbids one. */
export const chooseEncoding = (accepted: string | undefined): Encoding =>
  encodings.find((name) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*([;,]|$)`).test(accepted ?? ''),
  ) ?? 'identity';

/**
 * An address with invalid escapes (`%E0%A4%A`) names no page and gets the response of an unknown
 * address: its percent signs are taken literally. API calls are rejected instead, because a program
 * can correct its request.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  return isApiAddress(path) || isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
