import { spawnSync } from 'node:child_process';
import { parseOnlyArgument, runCommand } from './command/run-command.ts';

/**
 * npm run migration -- <name>
 * Writes what the schema has and the migrations lack into a migration of its own. Those before it are released and stay.
 * A test names its statements that would block running writers or break the release before.
 */
await runCommand(async () => {
  const name = parseOnlyArgument('Name the migration: npm run migration -- add-announcements');
  const drizzle = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', name.replaceAll('-', '_')];
  process.exitCode = spawnSync(process.execPath, drizzle, { stdio: 'inherit' }).status ?? 1;
});
