import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pagePolicy } from './page-policy.ts';

export interface PageFile {
  /** Below the folder that was listed, as the file system writes it. */
  readonly file: string;
  /** Set for pages. */
  readonly policy: string | null;
  readonly cacheControl: string;
}

/**
 * Every address that a built file answers. What is not in this list does not exist, so no address can lead out of
 * the folder, to a hidden file, or to a source map.
 */
export function listPageFiles(folder: string, partners: readonly string[]): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (isServed(file)) for (const address of addressesOf(file)) files.set(address, describe(folder, file, partners));
  }
  return files;
}

const compressed = /\.(br|gz)$/;
const isServed = (file: string): boolean =>
  !file.endsWith('.map') && !compressed.test(file) && file.split(sep).every((part) => !part.startsWith('.'));

/** `uk/index.html` answers `/uk` and `/uk/`. */
function addressesOf(file: string): string[] {
  const address = `/${file.split(sep).join('/')}`;
  if (!address.endsWith('/index.html')) return [address];
  const folder = address.slice(0, -'index.html'.length);
  return folder === '/' ? ['/'] : [folder, folder.slice(0, -1)];
}

function describe(folder: string, file: string, partners: readonly string[]): PageFile {
  if (file.endsWith('.html')) {
    const policy = pagePolicy(readFileSync(join(folder, file), 'utf8'), partners);
    return { file, policy, cacheControl: 'no-cache' };
  }
  // The build names what it puts there by content.
  const isHashed = file.startsWith(`assets${sep}`);
  return {
    file,
    policy: null,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}
