import { parseArgs } from 'node:util';
import { createDrandBeacon } from '#server/integrations/beacon/drand-beacon.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { messageOf } from '#domain/read-error.ts';
import { runCommand } from './command/run-command.ts';
import { checkDraw } from './contest/check-draw.ts';
import { readPublishedDraw } from './contest/published-draw.ts';
import { createFindings, type Findings } from './record/findings.ts';

/**
 * npm run verify-draw -- http://localhost:3000 [--commitment hex] [--key name+id+key] [--list hex]
 * Reads the published draw of the contest and recomputes it: seed, list, number, winners, the list's signature and the
 * value of the beacon. --commitment, --list and --key: values saved before the draw. Exit code 1: a check failed.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { commitment: { type: 'string' }, list: { type: 'string' }, key: { type: 'string' } },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address))
    throw new UsageError('Say where: one address such as http://localhost:3000.');
  const { draw, keys } = await readPublishedDraw(address, fetch);
  const findings = createFindings((line) => process.stdout.write(`${line}\n`));
  await checkDraw(draw, keys, findings);
  compare('commitment', draw.commitment, values.commitment, findings);
  compare('list', draw.listHash, values.list, findings);
  const vkey = keys.find((key) => key.vkey === values.key)?.vkey ?? keys.at(-1)?.vkey ?? '';
  compare('key', vkey, values.key, findings);
  if (draw.beaconUrl === null) findings.notes('no beacon was announced: the committed seed and the list decide alone');
  else await compareBeacon(draw.beaconUrl, draw.randomness, findings);
  const failures = findings.failures();
  process.stdout.write(failures === 0 ? 'All checks passed.\n' : `Failed checks: ${failures}.\n`);
  process.exitCode = failures === 0 ? 0 : 1;
});

function compare(what: string, published: string, known: string | undefined, findings: Findings): void {
  if (known === undefined) return;
  if (known === published) findings.holds(`the ${what} equals the one saved before`);
  else findings.fails(what, `it is ${published} now, and was ${known} before`);
}

async function compareBeacon(url: string, randomness: string | null, findings: Findings): Promise<void> {
  const output = await createDrandBeacon()
    .read(url)
    .catch((error: unknown) => {
      findings.notes(`the beacon could not be queried: ${messageOf(error)}`);
      return null;
    });
  if (output === null) return;
  if (output === randomness) findings.holds('the beacon has the value that the draw used');
  else findings.fails('beacon', `it is ${output}`);
}
