/** The demo's own witness, started by the product, which holds the other end of its stdin. */
import { z } from 'zod';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';
import { runWitness } from './run-witness.ts';

const env = z
  .object({ PORT: z.coerce.number().int(), FOLDER: z.string(), NAME: z.string(), LOG: z.string() })
  .parse(process.env);

const start = (port: number) =>
  runWitness({
    host: '127.0.0.1',
    port,
    folder: env.FOLDER,
    name: env.NAME,
    logs: [env.LOG],
    print: (line) => console.log(line),
  });

const { stop } = await start(env.PORT)
  // If the port is in use, any free port is taken.
  .catch((error: unknown) => (getErrorCode(error) === 'EADDRINUSE' ? start(0) : Promise.reject(error)))
  .catch((error: unknown) => {
    console.error(getErrorMessage(error));
    process.exit(error instanceof StartError ? error.exitCode : 1);
  });

const end = (): void => void stop().finally(() => process.exit(0));
process.once('SIGTERM', end);
// The product receives a terminal's Ctrl-C as well and ends this process itself.
process.on('SIGINT', () => undefined);
process.stdin.once('end', end).resume();
