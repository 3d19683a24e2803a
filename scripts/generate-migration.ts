import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';

/**
 * npm run migration -- --name add-a-table
 * Generates the SQL for a changed schema. drizzle-kit compares with the newest snapshot only, so the
 * older ones are removed.
 */
const program = 'node_modules/drizzle-kit/bin.cjs';
const { status } = spawnSync(process.execPath, [program, 'generate', ...process.argv.slice(2)], { stdio: 'inherit' });
const snapshots = readdirSync('migrations/meta').filter((name) => name.endsWith('_snapshot.json'));
for (const older of snapshots.sort().slice(0, -1)) rmSync(`migrations/meta/${older}`);
process.exitCode = status ?? 1;
