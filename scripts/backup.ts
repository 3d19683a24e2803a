import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { findClusterFolder, findRunningUrl } from '#server/database/embedded/find-running.ts';
import { exitOnError } from '#server/start/exit-on-error.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { createBackup } from './backup/create-backup.ts';
import { createDecrypter, createEncrypter } from './backup/encryption.ts';
import { listOutdated, toBackupName } from './backup/list-outdated.ts';
import { verifyArchive } from './backup/verify-archive.ts';
import { folderToWrite } from './command/place.ts';
import { runCommand } from './command/run-command.ts';
import { loadSettings } from './operate/operator-database.ts';

/**
 * npm run backup -- --folder /backup [--recipient age1… | --password-file file]
 * Writes the database as of one instant and what DATA_DIR keeps beside it into one file of that folder, while the product
 * runs or not, reads it once again, and deletes backups that are neither of the last seven days nor of the last four weeks.
 * --recipient: encrypts for this age key, once for each; --password-file: under the password in its first line.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      'password-file': { type: 'string' },
    },
  });
  if (values.folder === undefined) throw new UsageError('--folder is missing: name the folder of the backups.');
  const folder = folderToWrite('folder', values.folder);
  const passwordFile = values['password-file'];
  const encrypter = await createEncrypter({ recipients: values.recipient ?? [], passwordFile });
  loadSettings();
  const { config, url, close } = await openDatabaseToRead(process.env).catch(exitOnError);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, toBackupName(new Date(), encrypter !== null));
    const { manifest, rows, files } = await createBackup({ url, config, encrypter, path });
    const { size } = await stat(path);
    print(`${path}: ${manifest.tables.length} tables, ${rows} rows, ${files} files, ${(size / 1e6).toFixed(1)} MB`);
    const decrypter = await createDecrypter({ passwordFile, identityFile: undefined });
    if (!encrypter || decrypter) await verifyArchive(path, decrypter);
    else print('Only the owner of the key can check it: npm run restore -- --check --identity <key file> <backup>');
    for (const name of listOutdated(await readdir(folder))) {
      await rm(join(folder, name));
      print(`deleted ${name}`);
    }
    print(
      config.demo && process.env.SECRET === undefined
        ? 'It contains the secret of the demo: anyone who can read this file can sign in as any user.'
        : 'It does not contain the settings. Keep SECRET in another place: without it nobody can open the key of the record.',
    );
  } finally {
    await close();
  }
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The product's database, running or not, without the product's locks where it runs. */
async function openDatabaseToRead(env: NodeJS.ProcessEnv) {
  const isEmbedded = !env.DATABASE_URL;
  const dataDir = resolve(env.DATA_DIR ?? './data');
  // Before the settings are read, which would make the secret of a new demo.
  if (isEmbedded && findClusterFolder(dataDir) === null)
    throw new UsageError(`There is no database under ${dataDir}: set DATA_DIR or DATABASE_URL as the product has it.`);
  const config = parseConfig(env);
  const running = config.databaseUrl ?? findRunningUrl(config.dataDir);
  if (running !== null) return { config, url: running, close: async () => undefined };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, print: (line) => console.error(line) });
  return { config, url: server.url, close: server.stop };
}
