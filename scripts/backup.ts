import { markBackup } from '#server/files/last-backup.ts';
import { loadSettings, parseOnlyArgument, runCommand } from './command/run-command.ts';
import { fileToWrite } from './command/paths.ts';
import { findDataDir, writeArchive } from './operate/data-archive.ts';

/**
 * npm run backup -- /backup/kurs.tar.gz
 * Archives DATA_DIR of a stopped product: the embedded database, its password and the demo's secret.
 */
await runCommand(async () => {
  const named = parseOnlyArgument('Name one file: npm run backup -- /backup/kurs.tar.gz');
  loadSettings();
  const dataDir = findDataDir(process.env);
  const file = fileToWrite('backup', named);
  await writeArchive(file, dataDir);
  await markBackup(dataDir, new Date());
  process.stdout.write(
    `${dataDir} is archived in ${file}. Keep it as safe as the folder: it holds passwords.
It does not hold the settings: keep those, and SECRET if you set it, beside it.\n`,
  );
});
