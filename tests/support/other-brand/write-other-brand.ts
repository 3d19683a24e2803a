import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from '../network/memory-folder.ts';

const shipped = fileURLToPath(new URL('../../../brand', import.meta.url));

/** A folder for BRAND_DIR, made as an operator makes one: the shipped folder with other names, colours and logo. */
export function writeOtherBrand(): string {
  const folder = mkdtempSync(join(memoryFolder(), 'brand-'));
  cpSync(shipped, folder, { recursive: true });
  for (const name of ['brand.json', 'logo.svg']) cpSync(new URL(name, import.meta.url), join(folder, name));
  return folder;
}

/** The name of the shipped brand in a text, with what is around it; the models keep theirs. */
export const findShippedName = (text: string): string[] =>
  [...text.matchAll(/kurs(?!_ai_v[12]\b| AI v[12]\b)/gi)].map(({ index }) =>
    text.slice(Math.max(0, index - 40), index + 40),
  );
