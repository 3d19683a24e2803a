import { readFileSync, writeFileSync } from 'node:fs';
import { isAllowed, listLicences, renderLicences } from './licences/list-licences.ts';

/** npm run licences: lists the licences of all packages in docs/licences.md; exit code 1: one is not allowed. */
const packages = listLicences(readFileSync('package-lock.json', 'utf8'));
writeFileSync('docs/licences.md', renderLicences(packages));
for (const { name, version, licence } of packages.filter((one) => !isAllowed(one.licence))) {
  process.stderr.write(`${name} ${version}: ${licence || 'no licence'} is not allowed\n`);
  process.exitCode = 1;
}
process.stdout.write(`docs/licences.md lists ${packages.length} packages.\n`);
