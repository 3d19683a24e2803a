/** What this browser keeps for the time without a network; another number forgets what an older worker kept. */
export const cacheNames = { pages: 'kurs-pages-1', assets: 'kurs-assets-1' } as const;

/** A person's own, gone when they sign out. Only pages write and read it. */
export const ownCacheName = 'kurs-own-1';
