import { languages } from '#domain/language.ts';
import { pageOfClick, parsePush, showAlert } from './alert-notification.ts';
import { toPlan } from './answer-plan.ts';
import { cacheAssets, cacheNames, cachePage, cacheWiki, offlineAddress } from './cache-pages.ts';
import { parseCacheRequest, type CacheRequest } from './cache-request.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `self` is depends on who runs this file
const scope = globalThis as unknown as WorkerScope;
const ours: readonly string[] = Object.values(cacheNames);

/**
 * A new worker takes over at once: it shares the caches of the old one, and pages are fetched
 * network first.
 */
scope.addEventListener('install', (event) => {
  const offlinePages = languages.map((lang) => cachePage(`/${lang}/offline`));
  event.waitUntil(Promise.all(offlinePages).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => scope.clients.claim()));
});

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => /^kurs-(pages|assets)-/.test(name) && !ours.includes(name));
  await Promise.all(older.map((name) => caches.delete(name)));
}

scope.addEventListener('message', (event) => {
  const request = parseCacheRequest(event.data);
  if (request) event.waitUntil(fulfil(request));
});

async function fulfil({ assets, wiki }: CacheRequest): Promise<void> {
  await cacheAssets(assets);
  if (wiki) await cacheWiki(wiki);
}

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

scope.addEventListener('fetch', (event) => {
  const plan = toPlan(event.request, scope.location.origin);
  if (plan === 'page') event.respondWith(answerPage(event));
  if (plan === 'asset') event.respondWith(answerAsset(event));
  if (plan === 'icon') event.respondWith(fetch(event.request).catch(() => fromCacheOrError(event.request)));
});

async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cachePage(pathname, answer.clone()));
    return answer;
  } catch {
    const saved = await caches.match(pathname);
    return saved ?? Response.redirect(offlineAddress(pathname, search));
  }
}

async function answerAsset(event: FetchEvent): Promise<Response> {
  const saved = await caches.match(event.request);
  if (saved) return saved;
  const answer = await fetch(event.request);
  const copy = answer.clone();
  if (answer.ok) event.waitUntil(caches.open(cacheNames.assets).then((cache) => cache.put(event.request, copy)));
  return answer;
}

async function fromCacheOrError(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? Response.error();
}
