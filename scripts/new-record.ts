import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from './command/run-command.ts';
import { resolvePath } from './command/paths.ts';
import { withStoppedProduct } from './operate/operator-database.ts';
import { replaceRecord } from './operate/replace-record.ts';

/**
 * npm run new-record -- --reason "The database was lost with the disk" [--previous checkpoint.txt]
 * Ends the record and begins a new one, where another feed, other pairs, another key or a restored
 * database needs it: a new key, and a first leaf that names the last checkpoint of the old record and
 * the reason, both public. What the database has of the old one is written beside it as the files of
 * a C2SP log. Refused while the product runs. --previous: a later checkpoint than the one in DATA_DIR.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { reason: { type: 'string' }, previous: { type: 'string' } } });
  const { reason = '', previous } = values;
  if (reason.length < 20 || reason.length > 500)
    throw new UsageError('--reason: say why in 20 to 500 characters; it is public.');
  const known = previous === undefined ? null : await readFile(resolvePath(previous), 'utf8');
  await withStoppedProduct(async ({ db, config }) => {
    const { vkey, folder } = await replaceRecord({ db, config, reason, known, clock: Date });
    process.stdout.write(`The new record is signed by\n${vkey}\nThe old one is in ${folder}\n`);
  });
});
