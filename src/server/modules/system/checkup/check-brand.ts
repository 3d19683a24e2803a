import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { computeDigests } from '#server/config/brand.ts';
import defaultBrand from './default-brand.json' with { type: 'json' };
import type { Finding } from './findings.ts';

/** Written by the build of the pages. */
const builtBrand = new URL('../../../../../build/brand.json', import.meta.url);

/** What of the brand is still as it was shipped, and whether the pages were built with it. */
export function checkBrand({ brandDir, demo }: Pick<Config, 'brandDir' | 'demo'>, built: URL): Finding[] {
  const digests = computeDigests(brandDir);
  const shipped: Readonly<Record<string, string>> = defaultBrand;
  const defaults = Object.keys(digests).filter((name) => digests[name] === shipped[name]);
  return [
    defaults.length === 0
      ? { code: 'brand_ok', detail: null }
      : { code: demo ? 'brand_demo' : 'brand_default', detail: nameParts(defaults) },
    ...(showsOtherBrand(digests, built) ? [{ code: 'brand_unbuilt' as const, detail: brandDir }] : []),
  ];
}

/** Whether the pages were built with another brand than that of `digests`; without pages they were not. */
export const showsOtherBrand = (digests: Readonly<Record<string, string>>, built: URL): boolean =>
  existsSync(built) && readFileSync(built, 'utf8') !== JSON.stringify(digests);

/** Without languages and sizes: `legal/terms.uk.md` is a part of `legal/terms`. */
const nameParts = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replace(/\.\w+\.md$|\/icon-.*$/, '')))].join(', ');

export { builtBrand };
