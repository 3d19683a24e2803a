import type { Language } from '#domain/language.ts';
import { isAutomated } from '../devtools/is-automated.ts';
import type { SignalRequest } from './cache-request.ts';
import { savesData } from '../theme/saves-data.ts';

/** Keeps the product openable without a network. Machines that read pages have no use for it. */
export async function registerWorker(lang: Language): Promise<void> {
  if (!('serviceWorker' in navigator) || isAutomated(navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(cacheRequestFor(lang));
  } catch {
    // A private window or a plain http address: without it everything works but the time without a network.
  }
}

/** The first page came before its worker: what it has loaded is named, so that it can be kept. */
function cacheRequestFor(lang: Language): SignalRequest {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return { assets: loaded.filter((path) => path.startsWith('/assets/')), wiki: savesData() ? null : lang };
}
