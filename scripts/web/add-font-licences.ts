import { appendFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Names = z.record(z.string(), z.string()).optional();
const Manifest = z.object({ dependencies: Names, devDependencies: Names });

const scope = '@fontsource-variable/';

/** The fonts' licence must accompany each copy; the bundler lists the licences of scripts only. */
export async function addFontLicences(file: string): Promise<void> {
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const fonts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(scope));
  for (const font of fonts) {
    const text = await readFile(fileURLToPath(import.meta.resolve(`${font}/LICENSE`)), 'utf8');
    await appendFile(file, `\n## ${font.slice(scope.length)}, a font, cut to the letters of this site\n\n${text}`);
  }
}
