import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeNewFile } from '#node/write-new-file.ts';
import { listSecrets } from '#server/crypto/seal-text.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { createDecrypter } from './backup/encryption.ts';
import { loadBackup, requireEmptyDatabase } from './backup/load-backup.ts';
import { computeSecretMark } from './backup/manifest.ts';
import { verifyArchive } from './backup/verify-archive.ts';
import { verifyRestored } from './backup/verify-restored.ts';
import { resolvePlace } from './command/place.ts';
import { runCommand } from './command/run-command.ts';
import { loadSettings, withOperatorDatabase } from './operate/operator-database.ts';

/**
 * npm run restore -- <backup> [--password-file file | --identity file] [--check]
 * Restores a file of `npm run backup` into an empty database and DATA_DIR, with the product's settings, while the product
 * is stopped. The file is read whole before anything is touched. Ends with the check of `npm run verify-record` and its exit
 * code. --identity: the age key that opens it. --check: only says whether the file is whole and this release can restore it.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'password-file': { type: 'string' }, identity: { type: 'string' }, check: { type: 'boolean' } },
  });
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new UsageError('Name one backup: npm run restore -- /backup/kurs-….tar.gz');
  const path = resolvePlace(named);
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  const decrypter = await createDecrypter({ passwordFile: values['password-file'], identityFile: values.identity });
  const backup = await verifyArchive(path, decrypter);
  const { manifest } = backup;
  print(`The backup of ${manifest.madeAt} (release ${manifest.release}, PostgreSQL ${manifest.postgres}) is whole.`);
  if (values.check === true) return;

  loadSettings();
  putSecretOfDemo(backup.secret);
  await withOperatorDatabase(async ({ db, url, config }) => {
    if (!listSecrets(config).some((secret) => computeSecretMark(secret) === manifest.secretMark))
      throw new UsageError(
        'The backup was made under another SECRET, and with this one the record could not be signed on: nothing was changed.\nSet SECRET, or SECRET_PREVIOUS beside a new one, to that of the day of the backup (docs/operating.md, "A new SECRET").',
      );
    await requireEmptyDatabase(url);
    await loadBackup({ url, dataDir: config.dataDir, path, decrypter, backup, print }).catch((error: unknown) => {
      throw new Error(
        'The backup could not be loaded. Drop the database, or remove the new DATA_DIR, before another attempt.',
        {
          cause: error,
        },
      );
    });
    const rows = Object.values(backup.totals.rows).reduce((sum, count) => sum + count, 0);
    print(`${manifest.tables.length} tables with ${rows} rows are restored. The record as of the backup:`);
    process.exitCode = await verifyRestored({ db, config, at: Date.parse(manifest.madeAt) });
  });
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A new demo would make a secret of its own, which opens nothing of the backup. */
function putSecretOfDemo(secret: string | null): void {
  const dataDir = resolve(process.env.DATA_DIR ?? './data');
  if (secret === null || process.env.SECRET || existsSync(join(dataDir, 'secret'))) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  writeNewFile(join(dataDir, 'secret'), `${secret}\n`, 0o600);
}
