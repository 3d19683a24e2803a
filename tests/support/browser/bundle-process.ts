import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/**
 * Bundles a program into one file for a test that starts it hundreds of times: loading takes a
 * tenth of the time, which is most of the process's lifetime.
 */
export async function bundleProcess(entry: string): Promise<{ file: string; remove: () => Promise<void> }> {
  // Within the project, so that what is not bundled is found.
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'process-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Binary code cannot be bundled.
    ssr: { noExternal: true, external: ['@node-rs/argon2'] },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return {
    file: join(outDir, basename(entry).replace(/\.ts$/, '.mjs')),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
