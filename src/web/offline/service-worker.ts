import { type Notifier, pageOfClick, parsePush, showAlert } from './alert-notification.ts';

/** The compiler's types for workers conflict with those for pages, so these are our own. */
interface WorkerScope {
  readonly location: Location;
  readonly registration: Notifier;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(filter: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface PushEvent extends LifeEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends LifeEvent {
  readonly action: string;
  readonly notification: { readonly data: unknown; close(): void };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `self` is depends on who runs this file
const scope = globalThis as unknown as WorkerScope;

/** Answers every page that the network does not; written in all languages (public/offline.html). */
const offlinePage = '/offline.html';
const cacheName = 'offline';

/** A new worker takes over at once: pages come from the network. */
scope.addEventListener('install', (event) => {
  event.waitUntil(cacheOfflinePage().then(() => scope.skipWaiting()));
});

async function cacheOfflinePage(): Promise<void> {
  await (await caches.open(cacheName)).add(new Request(offlinePage, { cache: 'reload' }));
}

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(findOfflinePage));
});

const findOfflinePage = async (): Promise<Response> => (await caches.match(offlinePage)) ?? Response.error();

scope.addEventListener('push', (event) => {
  const alert = parsePush(event.data?.text() ?? '');
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  if (alert) event.waitUntil(showAlert(scope.registration, alert, { now: Date.now, pause }));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const page = pageOfClick(event.action, event.notification.data, scope.location.origin);
  if (page) event.waitUntil(openPage(page));
});

/** Focuses the tab that shows the page already; otherwise opens it. */
async function openPage(page: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === page);
  await (tab ? tab.focus() : scope.clients.openWindow(page));
}
