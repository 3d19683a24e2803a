import { parseArgs } from 'node:util';
import { UsageError } from './command/usage-error.ts';
import { resolvePlace } from './command/place.ts';
import { runCommand } from './command/run-command.ts';
import { findDataDir, unpackArchive } from './operate/data-archive.ts';
import { loadSettings } from './command/load-settings.ts';

/**
 * npm run restore -- /backup/kurs.tar.gz
 * Unpacks an archive of `npm run backup` into an empty DATA_DIR. The file is read whole before anything is touched.
 */
await runCommand(async () => {
  const [named, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (named === undefined || more.length > 0)
    throw new UsageError('Name one archive: npm run restore -- /backup/kurs.tar.gz');
  loadSettings();
  const dataDir = findDataDir(process.env);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  await unpackArchive(resolvePlace(named), dataDir, print);
  print(`${dataDir} is restored. Start the product, and check its record: npm run verify-record -- <its address>`);
});
