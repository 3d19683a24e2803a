import { isAutomated } from '#domain/is-automated.ts';

/** Shows the offline page in place of pages without a network. Not registered for crawlers. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || isAutomated(navigator)) return;
  // A private window or a plain http address: everything works except the offline page.
  await installWorker().catch(() => undefined);
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
