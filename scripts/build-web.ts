import { runProgram } from './run-program.ts';

/**
 * The web build: scripts, public pages, their compressed forms, and the list of screens that have
 * no prerendered page.
 */
export async function buildWeb(): Promise<void> {
  const startedAt = performance.now();
  console.error('Building the pages…');
  const code = await runProgram('scripts/web/write-build.ts', [], { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) {
    console.error('Building the pages failed; see the lines above.');
    process.exit(code);
  }
  console.error(`Built in ${Math.round((performance.now() - startedAt) / 100) / 10} s.`);
}
