import { buildIfStale } from './build-if-stale.ts';

await buildIfStale();
await import('#server/main.ts');
