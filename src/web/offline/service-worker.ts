import { languages } from '#domain/language.ts';
import { planOf } from './answer-plan.ts';
import { cacheNames } from './cache-names.ts';
import { keepAssets, keepPage, keepWiki } from './keep-pages.ts';
import { offlineAddress } from './page-text.ts';
import { readWish, type Wish } from './wish.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `self` is depends on who runs this file
const scope = globalThis as unknown as WorkerScope;
const ours: readonly string[] = Object.values(cacheNames);

/** A new worker takes over at once: it keeps what the old one kept, and pages come from the network first. */
scope.addEventListener('install', (event) => {
  const offlinePages = languages.map((lang) => keepPage(`/${lang}/offline`));
  event.waitUntil(Promise.all(offlinePages).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder().then(() => scope.clients.claim()));
});

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => /^kurs-(pages|assets)-/.test(name) && !ours.includes(name));
  await Promise.all(older.map((name) => caches.delete(name)));
}

scope.addEventListener('message', (event) => {
  const wish = readWish(event.data);
  if (wish) event.waitUntil(fulfil(wish));
});

async function fulfil({ assets, wiki }: Wish): Promise<void> {
  await keepAssets(assets);
  if (wiki) await keepWiki(wiki);
}

scope.addEventListener('fetch', (event) => {
  const plan = planOf(event.request, scope.location.origin);
  if (plan === 'page') event.respondWith(answerPage(event));
  if (plan === 'asset') event.respondWith(answerAsset(event));
  if (plan === 'icon') event.respondWith(fetch(event.request).catch(() => keptElse(event.request)));
});

async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage(pathname, answer.clone()));
    return answer;
  } catch {
    const kept = await caches.match(pathname);
    return kept ?? Response.redirect(offlineAddress(pathname, search));
  }
}

async function answerAsset(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  const copy = answer.clone();
  if (answer.ok) event.waitUntil(caches.open(cacheNames.assets).then((cache) => cache.put(event.request, copy)));
  return answer;
}

async function keptElse(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? Response.error();
}
