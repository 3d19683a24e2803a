import type { Language } from '#domain/language.ts';
import { isAutomated } from '#domain/is-automated.ts';
import type { CacheRequest } from './cache-request.ts';

/** Makes the product available offline. Not registered for crawlers. */
export async function registerWorker(lang: Language): Promise<void> {
  if (!('serviceWorker' in navigator) || isAutomated(navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(cacheRequestFor(lang));
  } catch {
    // A private window or a plain http address: everything works except offline use.
  }
}

/**
 * The first page loads before its worker exists: its loaded files are listed, so that the worker
 * can cache them.
 */
function cacheRequestFor(lang: Language): CacheRequest {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return {
    assets: loaded.filter((path) => path.startsWith('/assets/')),
    wiki: navigator.connection?.saveData ? null : lang,
  };
}
