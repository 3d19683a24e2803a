import type { Language } from '#domain/language.ts';
import { isAutomated } from '#domain/is-automated.ts';
import type { CacheRequest } from './cache-request.ts';

/** Makes the product available offline. Not registered for crawlers. */
export async function registerWorker(lang: Language): Promise<void> {
  if (!('serviceWorker' in navigator) || isAutomated(navigator)) return;
  try {
    const { active } = await installWorker();
    active?.postMessage(cacheRequestFor(lang));
  } catch {
    // A private window or a plain http address: everything works except offline use.
  }
}

/**
 * The registration with its active worker; the first page waits until it is installed.
 * @throws Error if the browser refuses the worker, or its installation fails.
 */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  const pending = registration.installing ?? registration.waiting;
  if (!registration.active && pending) await untilActive(pending);
  return registration;
}

const untilActive = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The worker was not installed.'));
    });
  });

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
