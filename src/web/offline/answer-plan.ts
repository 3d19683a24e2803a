interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/**
 * Who answers: `page` the network, else a page that was kept; `asset` what was kept, since its name tells its content;
 * `icon` the network, else what was kept; `network` nobody but the network, which is where prices and signals are.
 */
export type AnswerPlan = 'page' | 'asset' | 'icon' | 'network';

const closed = /^\/(api|python_api|docs)(\/|$)/;
const icons = /^\/(favicon\.svg|manifest\.webmanifest|icons\/[\w.-]+)$/;

export function planOf({ method, mode, url }: Asked, origin: string): AnswerPlan {
  const { origin: to, pathname } = new URL(url);
  if (method !== 'GET' || to !== origin || closed.test(pathname)) return 'network';
  if (mode === 'navigate') return 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return icons.test(pathname) ? 'icon' : 'network';
}
