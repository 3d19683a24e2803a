import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** Debian keeps what administrators run in a folder that other users do not search. */
export const systemPath = `${process.env.PATH ?? ''}:/usr/sbin`;

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { env: { PATH: systemPath } }).error === undefined;

/** Tests that need these programs: skipped where one is missing, except in CI, where they fail. */
export function describeWith(programs: Readonly<Record<string, boolean>>): (name: string, tests: () => void) => void {
  const missing = Object.keys(programs).filter((program) => !programs[program]);
  const isSkipped = missing.length > 0 && !process.env.CI;
  if (isSkipped) console.warn(`Skipped, because ${missing.join(' and ')} is not installed (.ci/run installs it).`);
  return describe.skipIf(isSkipped);
}
