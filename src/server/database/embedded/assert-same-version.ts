import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#node/start-error.ts';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

interface Upgrade {
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount | null;
}

/**
 * PostgreSQL reads only data folders of its own major version, and this release includes no other
 * version.
 */
export function assertSameVersion({ cluster, binaries, account }: Upgrade): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const packaged = parseMajor(binaries, account);
  if (made === packaged) return;
  throw new StartError(
    [
      `The database in ${cluster} was made by PostgreSQL ${made}; this release comes with PostgreSQL ${packaged}, which cannot read it.`,
      'Nothing was changed. To carry the data over:',
      '  1. In the release that you ran before: npm run backup -- --folder <folder>',
      `  2. mv "${cluster}" "${cluster}-${made}"`,
      '  3. In this release: npm run restore -- <the new file of that folder>',
      `  4. npm start. Remove "${cluster}-${made}" when all is well.`,
    ].join('\n'),
  );
}

/** Parses an output such as "postgres (PostgreSQL) 18.4". */
function parseMajor({ postgres }: PostgresBinaries, account: PostgresAccount | null): string {
  const { stdout } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const major = / (\d+)/.exec(stdout)?.[1];
  if (!major) throw new Error(`cannot parse the PostgreSQL version: ${stdout}`);
  return major;
}
