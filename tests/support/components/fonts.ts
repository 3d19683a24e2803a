import { existsSync } from 'node:fs';
import { writeFonts } from '#scripts/web/write-fonts.ts';

/** The style sheet imports the fonts, which the build has written unless nothing is built yet. */
export async function setup(): Promise<void> {
  if (!existsSync('build/fonts/fonts.css')) await writeFonts('build/fonts');
}
