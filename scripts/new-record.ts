import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { UsageError } from './command/usage-error.ts';
import { resolvePlace } from './command/place.ts';
import { runCommand } from './command/run-command.ts';
import { withStoppedProduct } from './operate/operator-database.ts';
import { replaceRecord } from './operate/replace-record.ts';

/**
 * npm run new-record -- --reason "The journal was lost with the disk" [--previous checkpoint.txt] [--previous-key vkey]
 * Begins a new record where the old one cannot be continued: a new key and a first leaf that names the last checkpoint of
 * the old record and the reason, both public. Refused while the record can be continued, and while the product runs.
 * --previous: a later checkpoint of the old record than the one saved in DATA_DIR. --previous-key: the
 * key that signed it, where the database no longer has it.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { reason: { type: 'string' }, previous: { type: 'string' }, 'previous-key': { type: 'string' } },
  });
  const { reason = '', previous, 'previous-key': knownKey = null } = values;
  if (reason.length < 20 || reason.length > 500)
    throw new UsageError('--reason: say why in 20 to 500 characters; it is public.');
  const known = previous === undefined ? null : await readFile(resolvePlace(previous), 'utf8');
  await withStoppedProduct(async ({ db, config }) => {
    const { vkey, folder } = await replaceRecord({ db, config, reason, known, knownKey, clock: Date });
    process.stdout.write(`The new record is signed by\n${vkey}\nWhat is left of the old one is in ${folder}\n`);
  });
});
