import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * npm run migration
 * Nothing was released yet, so there is one migration: its tables are generated from the schema, and
 * what drizzle cannot express follows behind the marker, written by hand. Its snapshot, which a second
 * migration would be compared with, is kept from the first release on.
 */
const file = 'migrations/0000_start.sql';
const marker = '--> statement-breakpoint\n-- Written by hand\n';

const [, byHand] = readFileSync(file, 'utf8').split(marker);
if (byHand === undefined) throw new Error(`${file} has no line "-- Written by hand".`);
rmSync('migrations', { recursive: true });
const drizzle = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', 'start'];
const { status } = spawnSync(process.execPath, drizzle, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
rmSync('migrations/meta/0000_snapshot.json');
writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${marker}${byHand}`);
