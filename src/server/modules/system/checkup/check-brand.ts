import { readFile } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { computeDigests } from '#server/config/brand.ts';
import defaultBrand from './default-brand.json' with { type: 'json' };
import type { Finding } from './findings.ts';

/** Written by the build of the pages. */
const builtBrand = new URL('../../../../../build/brand.json', import.meta.url);

/** What of the brand is still as it was shipped, and whether the pages were built with it. */
export async function checkBrand(
  { brandDir, demo }: Pick<Config, 'brandDir' | 'demo'>,
  built: URL,
): Promise<Finding[]> {
  const digests = computeDigests(brandDir);
  const shipped: Readonly<Record<string, string>> = defaultBrand;
  const defaults = Object.keys(digests).filter((name) => digests[name] === shipped[name]);
  return [
    defaults.length === 0
      ? { code: 'brand_ok', detail: null }
      : { code: demo ? 'brand_demo' : 'brand_default', detail: nameParts(defaults) },
    ...((await showsOtherBrand(digests, built)) ? [{ code: 'brand_unbuilt' as const, detail: brandDir }] : []),
  ];
}

/** Whether the pages were built with another brand than that of `digests`; without pages they were not. */
export async function showsOtherBrand(digests: Readonly<Record<string, string>>, built: URL): Promise<boolean> {
  const shown = await readFile(built, 'utf8').catch(() => null);
  return shown !== null && shown !== JSON.stringify(digests);
}

/** Without languages and sizes: `legal/terms.uk.md` is a part of `legal/terms`. */
const nameParts = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replace(/\.\w+\.md$|\/icon-.*$/, '')))].join(', ');

export { builtBrand };
