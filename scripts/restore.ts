import { loadSettings, parseOnlyArgument, runCommand } from './command/run-command.ts';
import { resolvePath } from './command/paths.ts';
import { findDataDir, unpackArchive } from './operate/data-archive.ts';

/**
 * npm run restore -- /backup/kurs.tar.gz
 * Unpacks an archive of `npm run backup` into an empty DATA_DIR. The file is read whole before anything is touched.
 */
await runCommand(async () => {
  const named = parseOnlyArgument('Name one archive: npm run restore -- /backup/kurs.tar.gz');
  loadSettings();
  const dataDir = findDataDir(process.env);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  await unpackArchive(resolvePath(named), dataDir, print);
  print(`${dataDir} is restored. Start the product, and check its record: npm run verify-record -- <its address>`);
});
