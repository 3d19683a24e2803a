import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserApp } from './browser-app.tsx';
import { detectLanguage, getLanguage } from './language/languages.ts';
import { localizedPath } from './paths.ts';
import { takeEarlyPress } from './routing/early-press.ts';
import { loadPageOnce } from './routing/load-page.ts';
import { prefetchLinks } from './routing/prefetch-links.ts';
import { saveCampaign } from './session/save-campaign.ts';
import { startSession } from './session/session-store.ts';
import { readStored, writeStored } from './storage/stored.ts';
import './styles/app.css';

const { pathname, search, hash } = location;
saveCampaign(search);
const target = localizedPath(pathname, detectLanguage(readStored('i18nextLng'), navigator.languages));

if (target !== pathname && readStored('i18nextLng') === null) writeStored('language-given', getLanguage(target));

// Not awaited: pages import from this file, so awaiting would deadlock.
if (target === pathname) void start();
else location.replace(target + search + hash);

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
