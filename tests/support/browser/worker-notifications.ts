import type { BrowserContext, Page, Worker } from '@playwright/test';

/** A notification as the worker handed it to the browser. */
interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

/** The service worker of a page, to which pushes are delivered, and what it shows. */
export interface WorkerNotifications {
  /** Decrypted, as a browser hands it to the worker. */
  deliver(payload: string): Promise<void>;
  shown(): Promise<ShownNotification[]>;
  /** Clicks the newest notification, or one of its actions. Returns the opened pages. */
  click(action?: string): Promise<string[]>;
}

/**
 * A headless browser has neither a push service nor notifications: subscribing, showing and opening
 * a window are recorded in their place. The worker, its events and its code are the product's.
 */
export async function watchWorker(context: BrowserContext, page: Page, origin: string): Promise<WorkerNotifications> {
  const worker = await getWorker(context);
  await worker.evaluate(recordNotifications);
  const cdp = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).origin === origin);
      if (own) resolve(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  return {
    deliver: async (data) => {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registrationId, data });
    },
    shown: () => worker.evaluate(() => Reflect.get(globalThis, 'shown')),
    click: (action = '') => worker.evaluate(clickNewest, action),
  };
}

const getWorker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');

/** Runs in the worker. */
function recordNotifications(): void {
  const shown: object[] = [];
  const opened: string[] = [];
  const registration: object = Reflect.get(globalThis, 'registration');
  Object.assign(globalThis, { shown, opened });
  Object.defineProperties(registration, {
    showNotification: {
      value: async (title: string, options: object) => void shown.push({ title, ...options }),
    },
    getNotifications: { value: async () => shown.slice(-1) },
  });
  Object.defineProperty(Reflect.get(globalThis, 'clients'), 'openWindow', {
    value: async (url: string) => void opened.push(url),
  });
}

/** Runs in the worker. */
async function clickNewest(action: string): Promise<string[]> {
  const shown: { data: unknown }[] = Reflect.get(globalThis, 'shown');
  const waiting: Promise<unknown>[] = [];
  const event = new Event('notificationclick');
  Object.assign(event, {
    action,
    notification: { data: shown.at(-1)?.data, close: () => undefined },
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
  });
  globalThis.dispatchEvent(event);
  await Promise.all(waiting);
  return Reflect.get(globalThis, 'opened');
}
