import { buildWeb } from './build-web.ts';
import { loadSettings } from './command/run-command.ts';

/**
 * npm run build
 * Builds the pages, each time; npm start does so only if their sources changed.
 */
loadSettings();
await buildWeb();
