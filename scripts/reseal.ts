import { parseArgs } from 'node:util';
import { UsageError } from '#research/bars/usage-error.ts';
import { runCommand } from './command/run-command.ts';
import { withOperatorDatabase } from './operate/operator-database.ts';
import { resealStored } from './operate/reseal-stored.ts';

/**
 * npm run reseal
 * Seals under SECRET what is stored under SECRET_PREVIOUS: the key of the record, second factors, secrets of webhooks, the
 * push key, waiting mails. With a PostgreSQL of your own it may run beside the product; the embedded one only without it.
 */
await runCommand(async () => {
  parseArgs({});
  await withOperatorDatabase(async ({ db, config }) => {
    if (config.previousSecret === null)
      throw new UsageError(
        'SECRET_PREVIOUS is not set: it names the SECRET under which the stored values were sealed.',
      );
    const { sealed, unopened } = await resealStored(db, config);
    process.stdout.write(`${sealed} values are now sealed under SECRET.\n`);
    if (unopened > 0) {
      process.stderr.write(
        `${unopened} values open under neither SECRET nor SECRET_PREVIOUS and were left as they are.\n`,
      );
      process.exitCode = 1;
    }
  });
});
