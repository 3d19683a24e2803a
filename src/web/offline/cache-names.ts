/** Names of the offline caches; a new number deletes the caches of older workers. */
export const cacheNames = { pages: 'kurs-pages-1', assets: 'kurs-assets-1' } as const;

/** A user's own data, deleted at sign-out. Only pages write and read it. */
export const ownCacheName = 'kurs-own-1';
