import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { exitOnFault } from '#server/exit-on-fault.ts';
import { stopOnSignals } from '#server/stop-on-signals.ts';
import { resolve } from 'node:path';

if (existsSync('.env')) loadEnvFile('.env');

/** npm run database: the embedded database alone, without the product, for a dump or a restore. */
const server = await startEmbeddedPostgres({
  dataDir: resolve(process.env.DATA_DIR ?? './data'),
  say: (line) => console.error(line),
}).catch(exitOnFault);
console.log(server.url);
console.error('Stop it with Ctrl-C.');
stopOnSignals(server);
