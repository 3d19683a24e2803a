import { runProduct } from '#server/run-product.ts';
import { buildIfStale } from './build-web.ts';

/**
 * npm start
 * Builds the pages if their sources changed, and starts the product: without settings a demo on http://localhost:3000 with a
 * simulated market, whose address is printed when the first signal can be had. Settings are environment variables; .env.example lists them all.
 */
await buildIfStale();
await runProduct('when a signal can be had');
