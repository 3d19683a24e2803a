import { loadPage } from './load-page.ts';

declare global {
  interface Navigator {
    /** The Network Information API, which some browsers lack. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Prefetches a page when the pointer, a finger or the focus is on a link to it. */
export function prefetchLinks(): void {
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => prefetch(target), { passive: true });
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  // Respects the data saver: no prefetching.
  if (!link || navigator.connection?.saveData) return;
  // An error is shown when the page is opened.
  loadPage(new URL(link.href).pathname).catch(() => undefined);
}
