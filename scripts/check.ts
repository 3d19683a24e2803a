import { availableParallelism } from 'node:os';
import { runProgram } from './run-program.ts';

/** Each check by its name on the command line, and the program that runs it. */
const checks: readonly { readonly name: string; readonly path: string; readonly args: readonly string[] }[] = [
  ...['pure', 'server', 'web', 'tests'].map((world) => ({
    name: `types (${world})`,
    path: 'node_modules/typescript/bin/tsc',
    args: ['-p', `tsconfig.${world}.json`],
  })),
  { name: 'lint', path: 'node_modules/oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'format',
    path: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--linter-enabled=false', '--assist-enabled=false', '--colors=off'],
  },
  { name: 'unused', path: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'architecture', path: 'node_modules/vitest/vitest.mjs', args: ['run', '--project', 'architecture'] },
];

/**
 * npm run check
 * Types, lint, format, unused code and the import rules. Runs everything despite failures, and prints the failed checks at the
 * end; exit code 1: one failed.
 */
const failed: string[] = [];
const queue = [...checks];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) await check(next);
}

async function check({ name, path, args }: (typeof checks)[number]): Promise<void> {
  const startedAt = performance.now();
  const code = await runProgram(path, args, { quiet: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) failed.push(name);
}
