import { isAutomated } from '#domain/is-automated.ts';
import { call } from '../api/request.ts';

/** `homeScreen`: iOS allows pushes only to a site that was added to the home screen. */
export type PushAnswer = 'on' | 'denied' | 'impossible' | 'homeScreen';

/** Whether this browser can receive pushes at all. */
const canReceivePushes = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Why this browser receives no pushes; null: it can. */
export function whyNoPushes(): PushAnswer | null {
  if (canReceivePushes()) return null;
  return 'standalone' in navigator && navigator.standalone !== true ? 'homeScreen' : 'impossible';
}

/** Asks for permission, subscribes this browser at its push service, and registers it with us. */
export async function receivePushes(): Promise<PushAnswer> {
  const reason = whyNoPushes();
  if (reason) return reason;
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const worker = await installWorker().catch(() => null);
  if (!worker) return 'impossible';
  const { key } = await call('GET /api/push/key');
  const subscription = await subscribe(worker, key).catch(() => null);
  // The browser's push service is not reachable, or the browser has none.
  if (!subscription) return 'impossible';
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) return 'impossible';
  await call('POST /api/push/subscriptions', { body: { endpoint, keys: { p256dh, auth } } });
  return 'on';
}

/** A subscription for another key of ours is replaced, because a browser has only one. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** The next push is answered 410 by the push service, which removes the device here too. */
export async function stopPushes(): Promise<void> {
  if (!canReceivePushes()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

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
async function installWorker(): Promise<ServiceWorkerRegistration> {
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
