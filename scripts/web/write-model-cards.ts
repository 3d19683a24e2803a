import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { modelCardPath, modelCards } from '#content/model-cards.ts';

/** As plain text: every browser shows it, while most would download a Markdown file. */
export async function writeModelCards(folder: string): Promise<void> {
  for (const model of modelCards) {
    const file = join(folder, modelCardPath(model));
    await mkdir(dirname(file), { recursive: true });
    await copyFile(`models/${model}.card.md`, file);
  }
}
