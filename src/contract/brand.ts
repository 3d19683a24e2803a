import { z } from 'zod';
import { socialNetworks, teamRoles } from '#domain/brand.ts';
import type { Language } from '#domain/language.ts';
import { inEachLanguage } from './site.ts';

/** What an operator names and draws as its own: `brand.json` of the folder BRAND_DIR. */
export type Brand = z.infer<typeof BrandFile>;

export type Palette = Brand['colors']['dark'];

export type LegalKey = 'terms' | 'privacy-policy' | 'cookie-policy';

/** A legal page: summary first, then the risk warning where it applies, then the full text. */
export interface LegalText {
  readonly title: string;
  readonly description: string;
  readonly short: readonly string[];
  readonly risk: { readonly title: string; readonly paragraphs: readonly string[] } | null;
  readonly sections: readonly {
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly points: readonly string[];
  }[];
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

export interface BrandTexts {
  readonly legal: Readonly<Record<LegalKey, Readonly<Record<Language, LegalText>>>>;
  readonly faq: Readonly<Record<Language, readonly Question[]>>;
}

const text = (allowed: string, pattern: RegExp) => z.string({ error: allowed }).regex(pattern, { error: allowed });

const line = (allowed: string) => text(`${allowed}, one line of at most 200 characters`, /^\S(.{0,198}\S)?$/);

const link = () => text('an https:// address', /^https:\/\/\S+$/);

const color = () => text('a colour such as #0A1017', /^#[0-9A-Fa-f]{6}$/);

/** Of a theme, by what each is for; the rest of the style sheet follows from them. */
const Colors = z
  .strictObject({
    ground: color(),
    deepGround: color(),
    card: color(),
    inset: color(),
    raised: color(),
    line: color(),
    strongLine: color(),
    outline: color(),
    heading: color(),
    text: color(),
    quiet: color(),
    action: color(),
    actionHover: color(),
    onAction: color(),
    up: color(),
    upFill: color(),
    down: color(),
    downFill: color(),
  })
  .superRefine((palette, { addIssue }) => {
    for (const [name, ground, min] of contrasts) {
      const found = getContrast(palette[name], palette[ground]);
      if (found >= min) continue;
      const message = `a colour with a contrast of at least ${min} on ${ground} ${palette[ground]}, not ${found.toFixed(2)}`;
      addIssue({ code: 'custom', path: [name], message, input: palette[name] });
    }
  });

/** WCAG 2.2: 4.5 for text, 3 for the outline of a control. */
const contrasts: readonly (readonly [keyof Palette, keyof Palette, number])[] = [
  ...(['heading', 'text', 'quiet', 'up', 'down'] as const).flatMap((name) =>
    (['ground', 'card'] as const).map((ground) => [name, ground, 4.5] as const),
  ),
  ['onAction', 'action', 4.5],
  ['onAction', 'actionHover', 4.5],
  ['outline', 'card', 3],
];

export const BrandFile = z.strictObject({
  name: text(
    'a name of at most 20 letters, digits, spaces, dots and hyphens',
    /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,18}[\p{L}\p{N}])?$/u,
  ),
  slug: text('2 to 24 lower-case letters and digits, a letter first', /^[a-z][a-z0-9]{1,23}$/),
  supportEmail: text('an e-mail address', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/),
  /** Who runs the product. Null: no page names it, and texts leave out what would. */
  company: z.strictObject({ name: line('the name of a company'), address: line('its address') }).nullable(),
  links: z.strictObject({
    /** A messenger. */
    support: link(),
    /** The community's chat; null: none. */
    chat: link().nullable(),
    /** Anonymous help with gambling. */
    help: link(),
  }),
  social: z.partialRecord(z.enum(socialNetworks), link()),
  /** People who agreed to be named. While empty, the page describes roles. */
  team: z.array(
    z.strictObject({
      name: line('a name'),
      role: z.enum(teamRoles, { error: teamRoles.join(', ') }),
      about: inEachLanguage(line('a sentence on the person')),
    }),
  ),
  /** On the button that leads to the partner broker. */
  partnerLink: inEachLanguage(line('a text')),
  /** Effective date of the legal texts, UTC. */
  legalSince: z.iso.date({ error: 'a date such as 2026-11-21' }),
  colors: z.strictObject({ dark: Colors, light: Colors }),
});

/** Contrast ratio of WCAG 2.2, 1 to 21. */
function getContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of WCAG 2.2, from `#rrggbb`. */
function getLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
