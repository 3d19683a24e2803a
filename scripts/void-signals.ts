import { parseArgs } from 'node:util';
import { type VoidCause, voidCauses, voidReasonLength } from '#domain/signals/outcome.ts';
import { runCommand, UsageError } from './command/run-command.ts';
import { withOperatorDatabase } from './operate/operator-database.ts';
import { voidOpenSignals } from './operate/void-open-signals.ts';

/**
 * npm run void-signals -- --feed deriv --reason "The feed was given up for good" [--cause feed_gap]
 * Voids every open signal of a market that does not run: on the public record with the cause, in the audit log with the
 * reason. Refused while a product with that market leads on the database.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { feed: { type: 'string' }, reason: { type: 'string' }, cause: { type: 'string' } },
  });
  const { feed, reason = '', cause = 'feed_gap' } = values;
  if (feed === undefined) throw new UsageError('--feed is missing: deriv, replay, or simulated:<seed>.');
  const { min, max } = voidReasonLength;
  if (reason.length < min || reason.length > max)
    throw new UsageError(`--reason: say why in ${min} to ${max} characters; the audit log stores it.`);
  if (!isCause(cause)) throw new UsageError(`--cause ${cause}: allowed are ${voidCauses.join(', ')}.`);

  await withOperatorDatabase(async (database) => {
    const count = await voidOpenSignals(database, { feed, reason, cause });
    process.stdout.write(`${count} open signals of ${feed} are void.\n`);
  });
});

function isCause(text: string): text is VoidCause {
  return voidCauses.some((cause) => cause === text);
}
