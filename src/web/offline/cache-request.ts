import { isLanguage, type Language } from '#domain/language.ts';

/** Request of a page to its worker to cache files. */
export interface CacheRequest {
  /** Addresses of content-hashed files. */
  readonly assets: readonly string[];
  /** The language whose articles to cache; null: none. */
  readonly wiki: Language | null;
}

/** Null: not a cache request. */
export function parseCacheRequest(data: unknown): CacheRequest | null {
  if (typeof data !== 'object' || data === null) return null;
  const [assets, wiki]: unknown[] = [Reflect.get(data, 'assets'), Reflect.get(data, 'wiki')];
  if (!Array.isArray(assets) || !assets.every(isAsset)) return null;
  return { assets, wiki: isLanguage(wiki) ? wiki : null };
}

const isAsset = (address: unknown): address is string =>
  typeof address === 'string' && /^\/assets\/[\w.-]+$/.test(address);
