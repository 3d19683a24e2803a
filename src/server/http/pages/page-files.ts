import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { originMark } from '#contract/origin-mark.ts';
import { type FilledText, fillText } from './filled-text.ts';
import { pagePolicy, workerPolicy } from './page-policy.ts';

export interface PageFile {
  /** Relative to the listed folder, with the separators of the file system. */
  readonly file: string;
  /** Content security policy; set for pages and for the service worker that requests them. */
  readonly policy: string | null;
  readonly cacheControl: string;
  /** Set for files that contain the site address; they are sent from memory. */
  readonly filled: FilledText | null;
}

export interface Site {
  readonly publicUrl: string;
  /** Where it is not, pages leave room for the banner that says so. */
  readonly isLiveMarket: boolean;
  /** Origins whose script and frame the pages may show. */
  readonly partners: readonly string[];
  /** Origin that pages report their errors to; null: they report none. */
  readonly reportsTo: string | null;
}

const workerFile = 'service-worker.js';
/**
 * The client-rendered fallback page and the not-found page: they are responses and have no address
 * of their own.
 */
export const fallbackFile = '__spa-fallback.html';
export const notFoundFile = (lang: string): string => `${lang}/404.html`;

/**
 * Every address that a built file answers. Anything else does not exist, so no address can lead out
 * of the folder, to a hidden file or to a source map.
 */
export function listPageFiles(folder: string, site: Site): ReadonlyMap<string, PageFile> {
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

export function describePage(
  folder: string,
  file: string,
  { publicUrl, isLiveMarket, partners, reportsTo }: Site,
): PageFile {
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
    policy: null,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

function findTemplate(path: string, isLiveMarket: boolean): string {
  const text = readFileSync(path, 'utf8');
  return isLiveMarket ? text : text.replace('<html ', '<html data-demo ');
}
