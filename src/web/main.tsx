import './styles/app.css';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isCampaign } from '#domain/accounts/campaign.ts';
import { BrowserApp } from './browser-app.tsx';
import { detectLanguage, getLanguage } from './language/languages.ts';
import { localizedPath } from './paths.ts';
import { loadPage, loadPageOnce } from './routing/page-tree.tsx';
import { startSession } from './session/session-store.ts';
import { readStored, writeStored } from './storage/stored.ts';

const { pathname, search, hash } = location;
saveCampaign(search);
const wanted = localizedPath(pathname, detectLanguage(readStored('i18nextLng'), navigator.languages));

if (wanted !== pathname && readStored('i18nextLng') === null) writeStored('language-given', getLanguage(wanted));

// Not awaited: pages import from this file, so awaiting would deadlock.
if (wanted === pathname) void start();
else location.replace(wanted + search + hash);

async function start(): Promise<void> {
  // The error boundary of the page shows a failure.
  await loadPageOnce(pathname).catch(() => undefined);
  const isBuilt = document.documentElement.dataset['page'] === 'built';
  const pressAgain = takeEarlyPress();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <BrowserApp isBuilt={isBuilt} onReady={pressAgain} />
      </StrictMode>,
    );
  });
  prefetchLinks();
  void startSession();
}

declare global {
  /** Set by the boot script; returns the element pressed and stops its listener. */
  var takeEarlyPress: (() => HTMLElement | null) | undefined;

  interface Navigator {
    /** The Network Information API, which some browsers lack. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/**
 * Returns the button or form last pressed before hydration. Called just before hydration, because
 * React then replays events itself. The returned function repeats the press once the page handles
 * input.
 */
function takeEarlyPress(): () => void {
  const pressed = globalThis.takeEarlyPress?.() ?? null;
  return () => {
    if (!pressed?.isConnected) return;
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  };
}

/** Prefetches a page when the pointer, a finger or the focus is on a link to it. */
function prefetchLinks(): void {
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

/**
 * Saves `?campaign=` of a referral link on any page until registration. An invalid value is
 * ignored.
 */
function saveCampaign(query: string): void {
  const campaign = new URLSearchParams(query).get('campaign')?.trim();
  if (isCampaign(campaign)) writeStored('campaign', campaign);
}
