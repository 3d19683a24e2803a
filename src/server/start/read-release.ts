import { readFileSync } from 'node:fs';

const packageFile = new URL('../../../package.json', import.meta.url);

/** Version of package.json, which is the version of the running code. */
export function readRelease(): string {
  const file: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : '';
}

/** The release as error reports name it. */
export const releaseName = (slug: string): string => `${slug}@${readRelease()}`;
