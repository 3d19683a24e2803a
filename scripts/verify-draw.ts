import { parseArgs } from 'node:util';
import { UsageError } from '#research/bars/usage-error.ts';
import { runCommand } from './command/run-command.ts';
import { verifyPublishedDraw } from './contest/verify-published-draw.ts';
import { createFindings } from '#record/verify/findings.ts';
import { printVerdict } from './record/print-verdict.ts';
import { trustedWitnesses } from './record/verify-witnesses.ts';

/**
 * npm run verify-draw -- http://localhost:3000 [--list hex] [--round number] [--key name+id+key]
 * Reads the published draw of the contest and recomputes it: the signed closing, its leaf in the public record, which
 * is the first one of the contest, the round that follows from it, the beacon's signature, number and winners. --list,
 * --round and --key: values saved before the draw. --witness: a witness that you trust (vkey), once for each; --quorum:
 * how many of them must have seen the closing before the round, by default all. Exit code 1: a check failed; 2: one was
 * not made.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'string' },
      round: { type: 'string' },
      key: { type: 'string' },
      witness: { type: 'string', multiple: true },
      quorum: { type: 'string' },
    },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address))
    throw new UsageError('Say where: one address such as http://localhost:3000.');
  const findings = createFindings((line) => process.stdout.write(`${line}\n`));
  const witnesses = trustedWitnesses(values.witness ?? [], values.quorum);
  await verifyPublishedDraw(address, { witnesses, saved: values }, findings);
  process.exitCode = printVerdict(findings);
});
