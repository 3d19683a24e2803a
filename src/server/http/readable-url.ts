import { isApiAddress } from './rate-limits.ts';

/**
 * An address whose escapes mean nothing (`%E0%A4%A`) names no page, and is told so like every other unknown address: its
 * per cent signs are taken as they stand. Calls of the API are refused instead, since a program can mend what it sent.
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
