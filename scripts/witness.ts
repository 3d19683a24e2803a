import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { getErrorCode } from '#domain/caught-error.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { exitOnError } from '#server/start/exit-on-error.ts';
import { stopOnSignals } from '#server/start/stop-on-signals.ts';
import { runWitness } from '../src/witness/run-witness.ts';
import { folderToWrite } from './command/place.ts';
import { runCommand } from './command/run-command.ts';

/**
 * npm run witness -- --log https://kurs.example [--log <vkey>] [--host 0.0.0.0] [--port 3002]
 *   [--folder data/witness] [--name me.example/witness]
 * Cosigns the checkpoints of these logs (C2SP tlog-witness). --log: the verifier key of a log, or
 * its address, from which the key is read once. The folder holds the witness's key and its state;
 * logs in it are watched without being named again.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      log: { type: 'string', multiple: true, default: [] },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '3002' },
      folder: { type: 'string', default: 'data/witness' },
      name: { type: 'string', default: `${hostname()}/witness` },
    },
  });
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port ${values.port}: a port, 0 to 65535 (0: any free one).`);
  if (!/^[^\s+]+$/.test(values.name)) throw new UsageError(`--name ${values.name}: neither spaces nor + are allowed.`);
  const running = await runWitness({
    host: values.host,
    port,
    folder: folderToWrite('folder', values.folder),
    name: values.name,
    logs: values.log,
    print: (line) => process.stdout.write(`${line}\n`),
  }).catch((error: unknown) => {
    if (getErrorCode(error) !== 'EADDRINUSE') return exitOnError(error);
    throw new UsageError(`--port ${port} is in use on ${values.host}: choose another.`);
  });
  stopOnSignals(running);
});
