import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandFolder } from '#server/config/brand.ts';
import { loadSettings } from './command/run-command.ts';
import { runProgram } from './run-program.ts';

const stampPath = 'build/.stamp';
/** All inputs of the web build. */
const sources = [
  'src/web',
  'src/domain',
  'src/contract',
  'src/phrases',
  'src/content',
  'models/held-out.json',
  'public',
  'src/server/config/brand.ts',
  'src/server/config/brand-texts.ts',
  'package-lock.json',
  'vite.config.ts',
  'scripts/web',
  'scripts/compress-files.ts',
];

/** Builds when the content of any source differs from the last build. */
export async function buildIfStale(): Promise<void> {
  loadSettings();
  const stamp = stampOfSources();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  await buildWeb();
  if (existsSync('build')) writeFileSync(stampPath, stamp);
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [...sources, brandFolder(process.env['BRAND_DIR'])].flatMap(findFiles))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function findFiles(source: string): string[] {
  if (!existsSync(source)) return [];
  if (!statSync(source).isDirectory()) return [source];
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(test|e2e)\.tsx?$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

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
