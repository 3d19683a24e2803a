import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a program into one file for a test that starts it hundreds of times: loading takes a
 * tenth of the time, which is most of the process's lifetime.
 */
export async function bundleProcess(entry: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'kurs-process-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
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
