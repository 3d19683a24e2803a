import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { PageFacts } from '#web/language/page-title.ts';
import { paintDrawing } from './brand-plugin.ts';
import { brand, logo, stripBrand } from './built-brand.ts';
import { type Font, openSync } from 'fontkit';

/** Cached by text: a picture takes a tenth of a second to draw. */
const saved = 'node_modules/.cache/share-pictures';

/** `/uk/wiki/rsi-sma-strategy` has `/pictures/uk/wiki-rsi-sma-strategy.png`. */
export function picturePath(address: string): string {
  const [lang = '', ...rest] = address.split('/').filter(Boolean);
  return `/pictures/${lang}/${rest.join('-') || 'home'}.png`;
}

/** The link preview of a messenger, 1200 by 630: the page's title and its description. */
export async function drawPicture(folder: string, address: string, facts: PageFacts): Promise<void> {
  const svg = drawing(facts);
  const cached = join(saved, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`);
  if (!existsSync(cached)) {
    await mkdir(saved, { recursive: true });
    await writeFile(cached, new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
  }
  const target = join(folder, picturePath(address));
  await mkdir(dirname(target), { recursive: true });
  await copyFile(cached, target);
}

const color = brand.colors.dark;
const faces = {
  name: readFace('geologica', 600, 44),
  title: readFace('geologica', 600, 68),
  text: readFace('onest', 400, 31),
};
const left = 76;

function drawing({ title, description = '' }: PageFacts): string {
  const titleLines = wrapText(faces.title, stripBrand(title), 860, 3);
  const textAt = 268 + (titleLines.length - 1) * 80 + 72;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">',
    `<rect width="1200" height="630" fill="${color.ground}"/>`,
    compass(1064, 506, 232, color.strongLine, color.ground),
    `<g transform="translate(${left} 68)">${mark}</g>`,
    `<g fill="${color.heading}">${outlineText(faces.name, brand.name, left + 76, 112)}`,
    `${outlineLines(faces.title, titleLines, 268, 80)}</g>`,
    `<g fill="${color.text}">${outlineLines(faces.text, wrapText(faces.text, description, 690, 3), textAt, 46)}</g>`,
    '</svg>',
  ].join('');
}

const outlineLines = (face: Face, lines: readonly string[], top: number, step: number): string =>
  lines.map((line, index) => outlineText(face, line, left, top + index * step)).join('');

/** The logo, 60 units high. */
const mark = paintDrawing(logo, color).replace('<svg', '<svg width="60" height="60"');

/** The horizon, a ring and its needle. */
function compass(x: number, y: number, radius: number, line: string, ground: string): string {
  const ticks = Array.from({ length: 48 }, (_, step) => {
    const length = step % 12 === 0 ? 26 : 14;
    return `<path d="M0 ${-radius + 20}v${length}" transform="rotate(${step * 7.5})"/>`;
  });
  return (
    `<path d="M800 ${y}H1200" stroke="${line}" stroke-width="2" stroke-dasharray="4 10"/>` +
    `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="${ground}" stroke="${line}" stroke-width="4"/>` +
    `<g stroke="${line}" stroke-width="3">${ticks.join('')}</g>` +
    `<g transform="rotate(-22)"><path d="M${radius - 60} 0 0 -26v52z" fill="${color.upFill}"/>` +
    `<path d="M${60 - radius} 0 0 -26v52z" fill="${color.downFill}"/></g>` +
    `<circle r="14" fill="${ground}" stroke="${line}" stroke-width="4"/></g>`
  );
}

/**
 * The same family in one file per alphabet; each character uses the first file that contains it.
 */
interface Face {
  readonly fonts: readonly Font[];
  readonly size: number;
}

function readFace(family: 'geologica' | 'onest', weight: number, size: number): Face {
  const folder = `node_modules/@fontsource/${family}/files`;
  const files = readdirSync(folder).filter((file) => file.endsWith(`-${weight}-normal.woff2`));
  const fonts = files.map((file) => openSync(join(folder, file))).filter((font) => 'hasGlyphForCodePoint' in font);
  return { fonts, size };
}

/** Breaks text into lines no wider than `width`; text beyond `max` lines ends in an ellipsis. */
function wrapText(face: Face, text: string, width: number, max: number): string[] {
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
function outlineText(face: Face, text: string, x: number, y: number): string {
  let at = x;
  return Array.from(text)
    .map((sign) => {
      const { font, scale } = fontFor(face, sign);
      const { glyphs, positions } = font.layout(sign);
      const start = at;
      at += (positions[0]?.xAdvance ?? 0) * scale;
      const shape = glyphs[0]?.path.toSVG() ?? '';
      return shape && `<path transform="translate(${start.toFixed(1)} ${y}) scale(${scale} ${-scale})" d="${shape}"/>`;
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
