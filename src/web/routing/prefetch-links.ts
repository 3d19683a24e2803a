import { loadPage } from './load-page.ts';

/** A pointer, a finger or the focus on a link to a page of ours: what the page needs is fetched before the click. */
export function prefetchLinks(): void {
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => prefetch(target), { passive: true });
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  // Whoever saves data asks for what they open.
  if (!link || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  // A failure is told when the page is opened.
  loadPage(new URL(link.href).pathname).catch(() => undefined);
}
