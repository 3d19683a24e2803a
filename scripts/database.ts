import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { exitOnError } from '#server/start/exit-on-error.ts';
import { stopOnSignals } from '#server/start/stop-on-signals.ts';
import { resolve } from 'node:path';
import { loadSettings } from './operate/operator-database.ts';

loadSettings();

/** npm run database: starts the embedded database without the product, for a dump or a restore. */
const server = await startEmbeddedPostgres({
  dataDir: resolve(process.env.DATA_DIR ?? './data'),
  print: (line) => console.error(line),
}).catch(exitOnError);
console.log(server.url);
console.error('Stop it with Ctrl-C.');
stopOnSignals(server);
