import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';

/**
 * The same family in one file per alphabet; each character uses the first file that contains it.
 */
export interface Face {
  readonly fonts: readonly Font[];
  readonly size: number;
}

export function readFace(family: 'geologica' | 'onest', weight: number, size: number): Face {
  const folder = `node_modules/@fontsource/${family}/files`;
  const files = readdirSync(folder).filter((file) => file.endsWith(`-${weight}-normal.woff2`));
  const fonts = files.map((file) => openSync(join(folder, file))).filter((font) => 'hasGlyphForCodePoint' in font);
  return { fonts, size };
}

/** Breaks text into lines no wider than `width`; text beyond `max` lines ends in an ellipsis. */
export function wrapText(face: Face, text: string, width: number, max: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (getWidth(face, longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]}…`];
}

/**
 * A line as outlines, from its left end on the baseline, so that a picture needs no fonts where it
 * is rendered.
 */
export function outlineText(face: Face, text: string, x: number, y: number): string {
  let at = x;
  return Array.from(text)
    .map((sign) => {
      const { font, scale } = fontFor(face, sign);
      const { glyphs, positions } = font.layout(sign);
      const left = at;
      at += (positions[0]?.xAdvance ?? 0) * scale;
      const shape = glyphs[0]?.path.toSVG() ?? '';
      return shape && `<path transform="translate(${left.toFixed(1)} ${y}) scale(${scale} ${-scale})" d="${shape}"/>`;
    })
    .join('');
}

const getWidth = (face: Face, text: string): number =>
  Array.from(text).reduce((width, sign) => {
    const { font, scale } = fontFor(face, sign);
    return width + font.glyphForCodePoint(sign.codePointAt(0) ?? 0).advanceWidth * scale;
  }, 0);

function fontFor({ fonts, size }: Face, sign: string): { font: Font; scale: number } {
  const font = fonts.find((each) => each.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) ?? fonts[0];
  if (!font) throw new Error('the face has no fonts');
  return { font, scale: size / font.unitsPerEm };
}
