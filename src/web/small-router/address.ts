import type { Path, To } from 'react-router';

/** Where a link leads from an address: what it does not name stays, but for the query and the fragment. */
export function resolve(to: To, { pathname }: Pick<Path, 'pathname'>): Path {
  const { pathname: path, search = '', hash = '' } = typeof to === 'string' ? parsed(to) : to;
  return { pathname: path || pathname, search: marked('?', search), hash: marked('#', hash) };
}

export const addressOf = ({ pathname = '/', search = '', hash = '' }: Partial<Path>): string =>
  pathname + marked('?', search) + marked('#', hash);

function parsed(to: string): Partial<Path> {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { pathname, search, hash };
}

const marked = (mark: string, text: string): string => {
  if (text === '' || text === mark) return '';
  return text.startsWith(mark) ? text : mark + text;
};
