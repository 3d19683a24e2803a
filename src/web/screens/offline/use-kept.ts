import { useEffect, useState } from 'react';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { cacheNames } from '../../offline/cache-names.ts';
import { type SavedHistory, savedHistory } from '../../offline/saved-history.ts';
import { readStored } from '../../storage/stored.ts';

export interface Kept {
  /** When it was looked up, in milliseconds. */
  readonly now: number;
  /** Milliseconds; null: not noted. */
  readonly heardAt: number | null;
  readonly history: SavedHistory | null;
  /** Addresses of the articles. */
  readonly articles: readonly string[];
}

/** What this device has; null until it has been looked up. */
export function useKept(): Kept | null {
  const { lang } = usePhrases();
  const [kept, setKept] = useState<Kept | null>(null);
  useEffect(() => {
    void look(lang).then(setKept);
  }, [lang]);
  return kept;
}

const look = async (lang: Language): Promise<Kept> => ({
  now: Date.now(),
  heardAt: readStored('last-online'),
  history: await savedHistory(),
  articles: await keptArticles(lang).catch(() => []),
});

async function keptArticles(lang: Language): Promise<string[]> {
  const pages = await (await caches.open(cacheNames.pages)).keys();
  return pages.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(`/${lang}/wiki/`));
}
