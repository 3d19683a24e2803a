interface FetchedRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/**
 * Caching strategy: `page` network first, then a cached page; `asset` cache first, since the name
 * identifies the content; `icon` network first, then cache; `network` network only, for prices and
 * signals.
 */
type AnswerPlan = 'page' | 'asset' | 'icon' | 'network';

const closed = /^\/(api|python_api|docs)(\/|$)/;
const icons = /^\/(favicon\.svg|app-\w\w\.webmanifest|icons\/[\w.-]+)$/;

export function toPlan({ method, mode, url }: FetchedRequest, origin: string): AnswerPlan {
  const { origin: to, pathname } = new URL(url);
  if (method !== 'GET' || to !== origin || closed.test(pathname)) return 'network';
  if (mode === 'navigate') return 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return icons.test(pathname) ? 'icon' : 'network';
}
