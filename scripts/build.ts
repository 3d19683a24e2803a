import { buildWeb } from './build-web.ts';

/**
 * npm run build
 * Builds the pages, each time; npm start does so only if their sources changed.
 */
await buildWeb();
