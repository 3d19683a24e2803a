import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';

/**
 * One file of a program and all it imports, for a test that starts it hundreds of times: loading it takes a tenth of
 * the time, which is most of what such a process lives for.
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
