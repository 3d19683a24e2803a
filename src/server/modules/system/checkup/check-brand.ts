import { readFile } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { computeDigests } from '#server/config/brand.ts';
import type { Finding } from './findings.ts';

/** Written by the build of the pages. */
const builtBrand = new URL('../../../../../build/brand.json', import.meta.url);

/** What of the brand is still as it was shipped, and whether the pages were built with it. */
export async function checkBrand(
  { brandDir, demo }: Pick<Config, 'brandDir' | 'demo'>,
  built: URL,
): Promise<Finding[]> {
  const digests = computeDigests(brandDir);
  const defaults = Object.keys(digests).filter((name) => digests[name] === defaultBrand[name]);
  const shown = await readFile(built, 'utf8').catch(() => null);
  return [
    defaults.length === 0
      ? { code: 'brand_ok', detail: null }
      : { code: demo ? 'brand_demo' : 'brand_default', detail: defaults.join(', ') },
    ...(shown === null || shown === JSON.stringify(digests)
      ? []
      : [{ code: 'brand_unbuilt' as const, detail: brandDir }]),
  ];
}

export { builtBrand };

/** Digests of the brand that is shipped. */
export const defaultBrand: Readonly<Record<string, string>> = {
  name: '3b181dfcbc044964',
  slug: 'ead86fbd8cb4f39a',
  supportEmail: 'ca1d40159784c71a',
  company: '74234e98afe7498f',
  social: '2a856661aed67b85',
  team: '4f53cda18c2baa0c',
  partnerLink: 'a406bc0de637062c',
  legalSince: '29c899a7eeb66757',
  colors: 'ebe854ed98a7bdec',
  'links.support': 'f80cc4fe74d37d78',
  'links.chat': '398a54502af60bfc',
  'logo.svg': '337700f012330808',
  'favicon.svg': 'aed46339bd71db19',
  'icons/icon-180.png': 'c271cf1fd0b43c83',
  'icons/icon-192.png': 'aa753ba9ca6fc1af',
  'icons/icon-512.png': '6416dbc487650956',
  'icons/icon-maskable-512.png': 'dd1c180bc178c690',
  'legal/terms.uk.md': '57ca80e9f5ccd6b3',
  'legal/terms.en.md': '5b9fa1958ae34577',
  'legal/terms.ru.md': 'a01f4abf9df1cb92',
  'legal/privacy-policy.uk.md': '9e501c723807b3ba',
  'legal/privacy-policy.en.md': '8bdd8c1c745c5a89',
  'legal/privacy-policy.ru.md': '8d612ef7f691c9f6',
  'legal/cookie-policy.uk.md': '0d2ced087db25ea4',
  'legal/cookie-policy.en.md': '428c1f5f987b4d99',
  'legal/cookie-policy.ru.md': '8cb4c1fe68934617',
  'faq.uk.md': '38996cf152414918',
  'faq.en.md': '1eac69175c353f60',
  'faq.ru.md': '1d976983cf0b6d7f',
};
