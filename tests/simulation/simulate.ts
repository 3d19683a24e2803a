import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { runCommand, UsageError } from '#scripts/command/run-command.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { type DefectName, defectNames } from './defects.ts';
import { usualHours } from './run-seed.ts';
import type { SeedReport } from './seed-worker.ts';
import { choiceOption, wholeOption } from '#scripts/command/parse-options.ts';

const maxSeed = 1_000_000_000;
const workerFile = new URL('seed-worker.ts', import.meta.url);
/** Nothing here need survive a power cut. */
const unsafeButFast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * npm run simulate -- --seed 17 --hours 0.06
 * Runs the engine, the api and the record in virtual time with the failures that follow from the
 * seed. Without --seed a random one, which is printed; --seeds: how many, one after the other. Exit code 1: an invariant
 * does not hold; the seed, the failures that it takes and what happened are printed. --defect: plants an error, and stops
 * at the first seed that finds it; exit code 1: none does.
 */
await runCommand(async () => {
  const texts = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      hours: { type: 'string' },
      defect: { type: 'string' },
    },
  }).values;
  const from = wholeOption(texts, 'seed', Math.floor(Math.random() * maxSeed), 0, maxSeed);
  const count = wholeOption(texts, 'seeds', 1, 1, 100_000);
  const hours = Number(texts.hours ?? usualHours);
  if (!(hours > 0 && hours <= 24)) throw new UsageError(`--hours ${texts.hours}: a number up to 24 is allowed.`);
  process.stdout.write(`seeds ${from} to ${from + count - 1}, ${hours} hours each\n`);
  const defect = choiceOption(texts, 'defect', defectNames);
  const began = performance.now();
  const { run, broken } = await withDatabases(Math.min(count, availableParallelism()), (urls) =>
    runSeeds(urls, { from, count, hours, defect }),
  );
  const minutes = (performance.now() - began) / 60_000;
  process.stdout.write(`${broken} of ${run} seeds broke an invariant; ${(run / minutes).toFixed(0)} a minute\n`);
  process.exitCode = broken > 0 === (defect !== null) ? 0 : 1;
});

interface Range {
  readonly from: number;
  readonly count: number;
  readonly hours: number;
  readonly defect: DefectName | null;
}

/** One thread for each database; resolves with the number of seeds, and of those that broke an invariant. */
async function runSeeds(urls: readonly string[], { from, count, hours, defect }: Range) {
  let [run, broken] = [0, 0];
  const report = ({ seed, violation, signals, operations }: SeedReport): void => {
    run += 1;
    if (violation !== null) broken += 1;
    const isFound = violation !== null && defect !== null;
    process.stdout.write(
      `${isFound ? `seed ${seed}: ` : ''}${violation ?? `seed ${seed}: ${signals} signals, ${operations} operations`}\n`,
    );
  };
  await Promise.all(
    urls.map(async (url, place) => {
      const seeds = Array.from({ length: count }, (_, i) => from + i).filter((_, i) => i % urls.length === place);
      const worker = new Worker(workerFile, { workerData: { url, seeds, hours, ...(defect && { defect }) } });
      worker.on('message', report);
      await new Promise<void>((resolve, reject) => worker.on('error', reject).on('exit', () => resolve()));
    }),
  );
  return { run, broken };
}

async function withDatabases<T>(count: number, run: (urls: readonly string[]) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'kurs-simulation-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, print: () => undefined, settings: unsafeButFast });
  try {
    await migrateDatabase(server.url);
    return await run(await startCopies(server.url, count));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startCopies(url: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  const names = Array.from({ length: count }, (_, i) => `simulation_${i}`);
  for (const name of names) await client.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`);
  await client.end();
  return names.map((name) => url.replace(/[^/]+$/, name));
}
