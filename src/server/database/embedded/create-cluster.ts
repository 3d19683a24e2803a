import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresEnvironment } from './postgres-server.ts';

interface NewCluster {
  readonly place: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount | null;
  readonly password: string;
  readonly print: (line: string) => void;
}

/**
 * Created next to its final location and renamed when complete, so that an interrupted start leaves
 * no partial database.
 */
export async function createCluster({ place, cluster, binaries, account, password, print }: NewCluster): Promise<void> {
  print('Creating the database…');
  const draft = join(place, 'draft');
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = writePassword(place, account, password);
  try {
    await run(binaries.initdb, getArguments(draft, passwordFile), place, account);
  } finally {
    rmSync(join(passwordFile, '..'), { recursive: true, force: true });
  }
  renameSync(draft, cluster);
}

/** Collation by code point in UTF-8: the same order on every system, independent of its locales. */
const getArguments = (draft: string, passwordFile: string): string[] => [
  `--pgdata=${draft}`,
  '--username=kurs',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C',
  '--builtin-locale=C.UTF-8',
];

function writePassword(place: string, account: PostgresAccount | null, password: string): string {
  const folder = mkdtempSync(join(place, 'password-'));
  const path = join(folder, 'password');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  if (account) for (const owned of [folder, path]) chownSync(owned, account.uid, account.gid);
  return path;
}

function run(program: string, args: string[], cwd: string, account: PostgresAccount | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(program, args, {
      ...account,
      cwd,
      stdio: [...stdio],
      env: postgresEnvironment(),
      windowsHide: true,
    });
    let stderrText = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderrText += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${stderrText.trim()}`)),
    );
  });
}
