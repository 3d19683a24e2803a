import type { Plugin } from 'vite';
import type { Brand, Palette } from '#contract/brand.ts';
import { readBrand } from '#server/config/brand.ts';

/**
 * The parts of the brand that a page contains, as modules: `virtual:brand`, the palette as `virtual:brand.css`,
 * and each long text by itself, so that a page loads its own.
 */
export function brandPlugin(folder: string): Plugin {
  const { brand, texts, logo } = readBrand(folder);
  const { colors, ...shown } = brand;
  const modules = new Map([
    ['virtual:brand', `export const brand = ${JSON.stringify({ ...shown, logo })}`],
    [stylesId, toStyles(colors)],
    ...Object.entries({ ...texts.legal, faq: texts.faq }).flatMap(([name, byLanguage]) =>
      Object.entries(byLanguage).map(
        ([lang, text]) => [`virtual:brand/${name}.${lang}`, `export default ${JSON.stringify(text)}`] as const,
      ),
    ),
  ]);
  return {
    name: 'brand',
    enforce: 'pre',
    resolveId: (id) => (modules.has(id) ? id : null),
    load: (id) => modules.get(id) ?? null,
  };
}

const stylesId = 'virtual:brand.css';

/** The tokens of the style sheet that are a brand's. */
const tokens: Readonly<Record<keyof Palette, string>> = {
  ground: 'bg',
  deepGround: 'bg-deep',
  card: 's1',
  inset: 's2',
  raised: 's3',
  line: 'line',
  strongLine: 'line-2',
  outline: 'line-3',
  heading: 't1',
  text: 't2',
  quiet: 't3',
  action: 'act',
  actionHover: 'act-hover',
  onAction: 'on-act',
  up: 'up',
  upFill: 'up-solid',
  down: 'down',
  downFill: 'down-solid',
};

const toStyles = ({ dark, light }: Brand['colors']): string =>
  `:root{${toDeclarations(dark)}}[data-theme=light]{${toDeclarations(light)}}`;

const toDeclarations = (palette: Palette): string =>
  [...toTokens(palette)].map(([token, color]) => `--${token}:${color}`).join(';');

function toTokens(palette: Palette): ReadonlyMap<string, string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of a palette
  const entries = Object.entries(palette) as [keyof Palette, string][];
  return new Map(entries.map(([name, color]) => [tokens[name], color]));
}

/** A drawing of the brand outside of a page, in the colours of a theme. */
export const paintDrawing = (svg: string, palette: Palette): string =>
  svg
    .replaceAll('currentColor', palette.heading)
    .replaceAll(/var\(--([\w-]+)\)/g, (whole, token: string) => toTokens(palette).get(token) ?? whole);
