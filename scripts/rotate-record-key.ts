import { openRecordKey, RecordError } from '#server/modules/record/sign/record-key.ts';
import { openRecordFiles, recordFolder } from '#server/modules/record/journal/record-files.ts';
import { rotateRecordKey } from '#server/modules/record/sign/rotate-record-key.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { runCommand } from './command/run-command.ts';
import { withStoppedProduct } from './operate/operator-database.ts';

/**
 * npm run rotate-record-key
 * Makes a new key for the record and hands the record over to it by a note that both keys sign. The product must not run: it
 * would go on signing with the old key.
 */
await runCommand(async () => {
  await withStoppedProduct(async ({ db, config }) => {
    const { secret, dataDir, publicUrl } = config;
    const key = await openRecordKey({ db, secret, name: `${new URL(publicUrl).host}/record`, clock: Date });
    const folder = recordFolder(dataDir, key);
    const { vkey, size } = await rotateRecordKey({ db, key, secret, ...openRecordFiles(folder), clock: Date }).catch(
      (error: unknown) => {
        throw error instanceof RecordError ? new UsageError(`The record is not handed over: ${error.message}.`) : error;
      },
    );
    process.stdout.write(`From ${size} leaves on the record is signed by\n${vkey}\n`);
  });
});
