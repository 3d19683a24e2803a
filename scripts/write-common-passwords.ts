import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canBeCompleted, toFilter } from '#domain/accounts/password.ts';

/**
 * Writes the filter that the password forms load, from a list with one password a line:
 * `node scripts/write-common-passwords.ts <list>`. The list in use: `build_collection/top100000` of
 * github.com/cry/nbp at a603dc57 (MIT licence, Copyright (c) 2016 Carey Li).
 */
const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Usage: node scripts/write-common-passwords.ts <list>');
const target = fileURLToPath(new URL('../src/web/ui/form/common-passwords.bin', import.meta.url));
const folded = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.normalize('NFKC').toLowerCase());
const entries = [...new Set(folded)].filter(canBeCompleted);
const filter = toFilter(entries);
writeFileSync(target, filter);
console.log(`${entries.length} passwords in ${filter.length} bytes: ${target}`);
