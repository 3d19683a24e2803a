import { buildIfStale } from './build-if-stale.ts';

/**
 * npm start
 * Builds the pages if their sources changed, and starts the product: without settings a demo on http://localhost:3000 with a
 * simulated market. Settings are environment variables; .env.example lists them all.
 */
await buildIfStale();
await import('#server/main.ts');
