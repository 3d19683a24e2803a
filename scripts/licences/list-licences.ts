import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  /** SPDX expression as the package states it; empty: it states none. */
  readonly licence: string;
  /** Whether only building, testing or training needs it. */
  readonly isTool: boolean;
}

/** Permissive, or, as MPL-2.0 and OFL-1.1, without effect on code that only uses the package. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Each package of package-lock.json, by name. */
export function listLicences(lock: string): PackageLicence[] {
  const { packages } = Lock.parse(JSON.parse(lock));
  const rows = Object.entries(packages).flatMap(([path, { version = '', license: licence = '', dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return path === '' ? [] : [{ name, version, licence, isTool: dev === true }];
  });
  const byText = new Map(rows.map((row) => [Object.values(row).join(' '), row]));
  return [...byText.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Without a locale, so that every machine writes the same order. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `A OR B` needs one allowed licence, `A AND B` both. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));

export function renderLicences(packages: readonly PackageLicence[]): string {
  const toRows = (isTool: boolean): string[] =>
    packages
      .filter((one) => one.isTool === isTool)
      .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const head = ['| package | version | licence |', '|---|---|---|'];
  return [
    '# Licences of the packages',
    '',
    'Written by `npm run licences` from `package-lock.json`: what each package states. Their texts are in the packages. The packaged PostgreSQL itself is under the PostgreSQL Licence, the packaged Node under its own.',
    '',
    '## In the product',
    '',
    ...head,
    ...toRows(false),
    '',
    '## Only for building, testing and training',
    '',
    ...head,
    ...toRows(true),
    '',
  ].join('\n');
}
