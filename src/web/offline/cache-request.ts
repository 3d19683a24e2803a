import { isLanguage, type Language } from '#domain/language.ts';

/** What a page asks its worker to keep. */
export interface SignalRequest {
  /** Addresses of files that are named by their content. */
  readonly assets: readonly string[];
  /** The language whose articles; null: none. */
  readonly wiki: Language | null;
}

/** Null: it is no wish of ours. */
export function readCacheRequest(data: unknown): SignalRequest | null {
  if (typeof data !== 'object' || data === null) return null;
  const [assets, wiki]: unknown[] = [Reflect.get(data, 'assets'), Reflect.get(data, 'wiki')];
  if (!Array.isArray(assets) || !assets.every(isAsset)) return null;
  return { assets, wiki: isLanguage(wiki) ? wiki : null };
}

const isAsset = (address: unknown): address is string =>
  typeof address === 'string' && /^\/assets\/[\w.-]+$/.test(address);
