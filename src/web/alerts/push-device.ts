import { addPushDevice, getPushKey } from '../api/calls/connection-calls.ts';
import { installWorker } from '../offline/register-worker.ts';

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
  const key = await getPushKey();
  const subscription = await subscribe(worker, key).catch(() => null);
  // The browser's push service is not reachable, or the browser has none.
  if (!subscription) return 'impossible';
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) return 'impossible';
  await addPushDevice({ endpoint, keys: { p256dh, auth } });
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
