import { useEffect, useState } from 'react';
import type { Language } from '#domain/language.ts';
import { dayMs } from '#domain/time.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { cacheNames } from '#web/offline/cache-names.ts';
import { type OpenSignal, openSignal } from '#web/offline/open-signal.ts';
import { type SavedHistory, savedHistory } from '#web/offline/saved-history.ts';
import { readStored } from '#web/storage/stored.ts';

export interface CachedPages {
  /** Time of the lookup, in milliseconds. */
  readonly now: number;
  /** Milliseconds; null: unknown. */
  readonly lastOnlineAt: number | null;
  readonly history: SavedHistory | null;
  /** Null: none was open, its outcome was already shown, or it expired more than a day ago. */
  readonly open: OpenSignal | null;
  /** Addresses of the articles. */
  readonly articles: readonly string[];
}

/** What is cached on this device; null until it is loaded. */
export function useCachedPages(): CachedPages | null {
  const { lang } = usePhrases();
  const [cached, setCached] = useState<CachedPages | null>(null);
  useEffect(() => {
    void readCaches(lang).then(setCached);
  }, [lang]);
  return cached;
}

async function readCaches(lang: Language): Promise<CachedPages> {
  const now = Date.now();
  const [history, open] = await Promise.all([savedHistory(), openSignal()]);
  const isKnown = history?.signals.some(({ id }) => id === open?.id) ?? false;
  return {
    now,
    lastOnlineAt: readStored('last-online'),
    history,
    open: open && !isKnown && now - open.expiresAt < dayMs ? open : null,
    articles: await cachedArticles(lang).catch(() => []),
  };
}

async function cachedArticles(lang: Language): Promise<string[]> {
  const pages = await (await caches.open(cacheNames.pages)).keys();
  return pages.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(`/${lang}/wiki/`));
}
