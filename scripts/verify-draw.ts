import { parseArgs } from 'node:util';
import { pause } from '#research/history/pause.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { runCommand } from './command/run-command.ts';
import { checkDraw } from './contest/check-draw.ts';
import { readPublishedDraw } from './contest/published-draw.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import { printVerdict } from './record/print-verdict.ts';
import { createRecordAddress } from './record/record-address.ts';
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
  const draw = await readPublishedDraw(address, fetch);
  const record = createRecordAddress(address, { fetchUrl: fetch, pause });
  const keys = await record.keys();
  const findings = createFindings((line) => process.stdout.write(`${line}\n`));
  const witnesses = trustedWitnesses(values.witness ?? [], values.quorum);
  const closing = await checkDraw(draw, record, { keys, witnesses, now: Date.now() }, findings);
  compare('list', closing?.listHash, values.list, findings);
  compare('round', closing && String(closing.round), values.round, findings);
  const vkey = keys.find((key) => key.vkey === values.key)?.vkey ?? keys.at(-1)?.vkey;
  compare('key', vkey, values.key, findings);
  process.exitCode = printVerdict(findings);
});

function compare(what: string, published: string | null | undefined, known: string | undefined, findings: Findings) {
  if (known === undefined) return;
  if (known === published) findings.holds(`the ${what} equals the one saved before`);
  else findings.fails(what, `the ${what} is ${published ?? 'missing'} now, and was ${known} before`);
}
