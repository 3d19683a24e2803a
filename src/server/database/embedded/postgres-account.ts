import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '#node/start-error.ts';

/** The account that PostgreSQL runs under. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

const userName = 'postgres';

/**
 * PostgreSQL refuses to run as root, so root starts it as the system user `postgres`. Null: the
 * current user.
 */
export function postgresAccount(print: (line: string) => void): PostgresAccount | null {
  if (process.getuid?.() !== 0) return null;
  const known = findAccount();
  if (known) return known;
  print(`Creating the system user ${userName}, because PostgreSQL does not run as root…`);
  createAccount();
  const created = findAccount();
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root, and the system user ${userName} could not be created.\nStart as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/**
 * The owner of an existing folder, so that a database created under one account is not opened under
 * another.
 */
export function findOwner(folder: string): PostgresAccount | null {
  if (process.getuid?.() !== 0) return null;
  try {
    const { uid, gid } = statSync(folder);
    return uid === 0 ? null : { uid, gid };
  } catch {
    return null;
  }
}

function findAccount(): PostgresAccount | null {
  try {
    const getId = (flag: string) =>
      Number(execFileSync('id', [flag, userName], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: getId('-u'), gid: getId('-g') };
  } catch {
    return null;
  }
}

function createAccount(): void {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'];
  try {
    execFileSync('useradd', [...flags, userName], { stdio: 'ignore' });
  } catch {
    // The caller checks next whether the account exists; the reason for the failure does not
    // matter.
  }
}
