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
      'Nothing was changed. To carry the data over, with pg_dump and psql of version',
      `${Math.max(Number(made), Number(packaged))} or newer at hand (package postgresql-client):`,
      `  1. In the release that you ran before, \`npm run database\` starts this database alone and prints its URL. Meanwhile:`,
      '     pg_dump --no-owner --file=kurs.sql "<the URL>"',
      `  2. Stop it with Ctrl-C, then: mv "${cluster}" "${cluster}-${made}"`,
      '  3. In this release, `npm run database` starts a new, empty database and prints its URL. Meanwhile:',
      '     psql --single-transaction --set=ON_ERROR_STOP=1 --file=kurs.sql "<the URL>"',
      `  4. Stop it with Ctrl-C, then: npm start. Remove "${cluster}-${made}" when all is well.`,
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
