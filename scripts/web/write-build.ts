import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressFiles } from '../compress-files.ts';
import { addFontLicences, writeFonts } from './write-fonts.ts';
import type { Manifest } from './page-files.ts';
import { writeAppManifests } from './write-app-manifests.ts';
import { publishBuild } from './publish-build.ts';
import { type Prerender, writePages } from './write-pages.ts';
import { modelCardPath, modelCards } from '#content/model-cards.ts';

/**
 * Build order: the subset fonts, the browser files with the service worker, the same screens for
 * Node (which prerenders the pages), then the compressed files. Only a complete build replaces the
 * previous one.
 */
const folder = 'build/next';
await writeFonts('build/fonts');
await build({
  logLevel: 'error',
  build: {
    outDir: folder,
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'licences.txt' },
    rolldownOptions: { input: 'src/web/main.tsx' },
  },
});
// One file at a fixed address, which the browser revalidates by itself.
await build({
  logLevel: 'error',
  build: {
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/web/offline/service-worker.ts',
      output: { entryFileNames: 'service-worker.js', format: 'iife', codeSplitting: false },
    },
  },
});
await build({
  logLevel: 'error',
  build: { outDir: 'build/server', emptyOutDir: true, ssr: 'src/web/prerender.tsx', copyPublicDir: false },
});
// Not for browsers: moved beside the files, where the tests read what each page loads.
await rename(`${folder}/.vite/manifest.json`, 'build/manifest.json');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build above
const manifest = JSON.parse(await readFile('build/manifest.json', 'utf8')) as Manifest;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from src/web/prerender.tsx above
const prerender = (await import(pathToFileURL(resolve('build/server/prerender.js')).href)) as Prerender;
await writePages(folder, prerender, manifest);
await writeModelCards(folder);
await writeAppManifests(folder);
await addFontLicences(`${folder}/licences.txt`);
await compressFiles(folder);
await publishBuild({ built: folder, served: 'build/client', list: 'build/files.json', now: Date.now() });
await writeFile('build/screens.json', JSON.stringify(prerender.screenAddresses));

/** As plain text: every browser shows it, while most would download a Markdown file. */
async function writeModelCards(to: string): Promise<void> {
  for (const model of modelCards) {
    const file = join(to, modelCardPath(model));
    await mkdir(dirname(file), { recursive: true });
    await copyFile(`models/${model}.card.md`, file);
  }
}
