import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { compressFiles } from './compress-files.ts';
import { runProgram } from './run-program.ts';
import { listScreens } from './list-screens.ts';

const builder = 'node_modules/@react-router/dev/bin.cjs';

/** The browser's part: pages and scripts, compressed beforehand, and the list of screens that have no page of their own. */
export async function buildWeb(): Promise<void> {
  if (!existsSync('src/web/routes.ts') && !existsSync('src/web/routes.tsx')) return;
  const startedAt = performance.now();
  console.error('Building the pages…');
  const code = await runProgram(builder, ['build'], { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) {
    console.error('The pages could not be built; the lines above tell why.');
    process.exit(code);
  }
  await writeFile('build/screens.json', JSON.stringify(listScreens()));
  await compressFiles('build/client');
  console.error(`Built in ${Math.round((performance.now() - startedAt) / 100) / 10} s.`);
}
