import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressFiles } from '../compress-files.ts';
import { brandPictures, computeDigests } from '#server/config/brand.ts';
import { brand, brandDir } from './built-brand.ts';
import { addFontLicences, writeFonts } from './write-fonts.ts';
import type { Manifest } from './page-files.ts';
import { writeAppManifests } from './write-app-manifests.ts';
import { publishBuild } from './publish-build.ts';
import { type Prerender, writePages } from './write-pages.ts';
import { modelCardPath } from '#content/model-cards.ts';
import { trainedModelKeys } from '#domain/signals/ai-model.ts';

/**
 * Build order: the subset fonts, the browser files with the service worker, the same screens for
 * Node (which prerenders the pages), then the compressed files. Only a complete build replaces the
 * previous one. The first argument is the folder of the build.
 */
const [target = 'build'] = process.argv.slice(2);
const folder = `${target}/next`;
// The same for every brand.
if (target === 'build' || !existsSync('build/fonts/fonts.css')) await writeFonts('build/fonts');
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
  build: { outDir: `${target}/server`, emptyOutDir: true, ssr: 'src/web/prerender.tsx', copyPublicDir: false },
});
// Not for browsers: moved beside the files, where the tests read what each page loads.
await rename(`${folder}/.vite/manifest.json`, `${target}/manifest.json`);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build above
const manifest = JSON.parse(await readFile(`${target}/manifest.json`, 'utf8')) as Manifest;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from src/web/prerender.tsx above
const prerender = (await import(pathToFileURL(resolve(`${target}/server/prerender.js`)).href)) as Prerender;
await writePages(folder, prerender, manifest);
await writeBrandFiles(folder);
await writeModelCards(folder);
await writeAppManifests(folder);
await addFontLicences(`${folder}/licences.txt`);
await compressFiles(folder);
await publishBuild({ built: folder, served: `${target}/client`, list: `${target}/files.json`, now: Date.now() });
await writeFile(`${target}/screens.json`, JSON.stringify(prerender.screenAddresses));

/** Its pictures, and its name in the page that is shown without a connection. */
async function writeBrandFiles(to: string): Promise<void> {
  await mkdir(join(to, 'icons'), { recursive: true });
  for (const picture of brandPictures) await copyFile(join(brandDir, picture), join(to, picture));
  const offline = join(to, 'offline.html');
  await writeFile(offline, (await readFile(offline, 'utf8')).replaceAll('{{brand}}', brand.name));
  await writeFile(`${target}/brand.json`, JSON.stringify(computeDigests(brandDir)));
}

/** As plain text: every browser shows it, while most would download a Markdown file. */
async function writeModelCards(to: string): Promise<void> {
  for (const model of trainedModelKeys) {
    const file = join(to, modelCardPath(model));
    await mkdir(dirname(file), { recursive: true });
    await copyFile(`models/${model}.card.md`, file);
  }
}
