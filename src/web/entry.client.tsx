import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { detectLanguage } from './language/detect-language.ts';
import { loadPhrases } from './language/load-phrases.ts';
import { localizedPath } from './paths.ts';
import { keepCampaign } from './session/keep-campaign.ts';
import { startSession } from './session/session-store.ts';
import { readStored } from './storage/stored.ts';

const { pathname, search, hash } = location;
keepCampaign(search);
const target = pathname === '/' ? `/${readStored('i18nextLng') ?? defaultLanguage}/` : addressInALanguage();

if (target === pathname) await start();
else location.replace(target + search + hash);

function addressInALanguage(): string {
  return localizedPath(pathname, detectLanguage(readStored('i18nextLng'), navigator.languages));
}

async function start(): Promise<void> {
  const lang = pathname.split('/')[1];
  await loadPhrases(isLanguage(lang) ? lang : defaultLanguage);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
  void startSession();
}
