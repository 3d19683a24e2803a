import { isApiAddress } from '../guards/rate-limits.ts';

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
