import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import {
  type Brand,
  BrandFile,
  type BrandTexts,
  type LegalKey,
  type LegalText,
  type Question,
} from '#contract/brand.ts';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { type Language, languages, toEachLanguage } from '#domain/language.ts';
import { isObject } from '#domain/objects.ts';
import { fillText, parseLegalText, parseQuestions, TextError } from './brand-texts.ts';
import { text } from './formats.ts';
import { type ConfigIssue, withDefault } from './setting.ts';

const defaultBrandDir = './brand';
const shippedFolder = fileURLToPath(new URL('../../../brand', import.meta.url));

/** The folder that BRAND_DIR names from the project's, wherever the product is started; an empty one counts as unset. */
export const brandFolder = (named = ''): string =>
  resolve(dirname(shippedFolder), named === '' ? defaultBrandDir : named);

/** `.env.example`: The brand. */
export const brandSettings = {
  BRAND_DIR: withDefault(
    text('a folder such as ./brand', () => true),
    defaultBrandDir,
    'Name, colours, logo, links, company and legal texts (CONTRIBUTING.md, "A brand"). The build reads them too:',
    'npm run build after a change.',
  ),
};

interface BrandFolder {
  readonly brand: Brand;
  readonly texts: BrandTexts;
  /** Of `logo.svg`, in the colours of the page: `currentColor` and the variables of tokens.css. */
  readonly logo: string;
}

/** Pictures that the build publishes at the same path. */
export const brandPictures = [
  'favicon.svg',
  'icons/icon-180.png',
  'icons/icon-192.png',
  'icons/icon-512.png',
  'icons/icon-maskable-512.png',
] as const;

const legalKeys: readonly LegalKey[] = ['terms', 'privacy-policy', 'cookie-policy'];
const legalFile = (key: LegalKey, lang: Language): string => `legal/${key}.${lang}.md`;
const faqFile = (lang: Language): string => `faq.${lang}.md`;

/** All files of the folder, in the order of their checks. */
export const brandFiles: readonly string[] = [
  'brand.json',
  'logo.svg',
  ...brandPictures,
  ...legalKeys.flatMap((key) => languages.map((lang) => legalFile(key, lang))),
  ...languages.map(faqFile),
];

/** A folder without issues; of others, the first error. */
export function readBrand(folder: string): BrandFolder {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const brand = BrandFile.parse(JSON.parse(read('brand.json')));
  const legal = (key: LegalKey) =>
    toEachLanguage((lang): LegalText => parseLegalText(fillText(read(legalFile(key, lang)), brand)));
  return {
    brand,
    texts: {
      legal: {
        terms: legal('terms'),
        'privacy-policy': legal('privacy-policy'),
        'cookie-policy': legal('cookie-policy'),
      },
      faq: toEachLanguage((lang): Question[] => parseQuestions(fillText(read(faqFile(lang)), brand))),
    },
    logo: read('logo.svg').trim(),
  };
}

/** What the folder says, in short: of each field of brand.json and of each other file. */
export function computeDigests(folder: string): Readonly<Record<string, string>> {
  const { links, ...rest } = readBrand(folder).brand;
  // Help with gambling is the same for every brand.
  const own = { ...rest, 'links.support': links.support, 'links.chat': links.chat };
  const fields = Object.entries(own).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const files = brandFiles.slice(1).map((name) => [name, readFileSync(join(folder, name))] as const);
  return Object.fromEntries(
    [...fields, ...files].map(([name, content]) => [name, hash('sha256', content).slice(0, 16)]),
  );
}

/** The digests of the brand that the pages were built with, written by their build. */
export const builtBrand = join(dirname(shippedFolder), 'build/brand.json');

/** Whether the pages were built with another brand than that of the folder; without pages they were not. */
export const showsOtherBrand = (folder: string, built: string): boolean =>
  existsSync(built) && readFileSync(built, 'utf8') !== JSON.stringify(computeDigests(folder));

/** All that is wrong with the folder, each error with its file and field. */
export function findBrandIssues(folder: string): ConfigIssue[] {
  if (!existsSync(folder)) return [{ name: 'BRAND_DIR', value: folder, allowed: `a folder with ${filesAllowed}` }];
  return brandFiles.flatMap((name) => {
    const path = join(folder, name);
    try {
      checkFile(name, readFileSync(path));
      return [];
    } catch (error) {
      return toIssues(path, error);
    }
  });
}

function checkFile(name: string, file: Buffer): void {
  if (name === 'brand.json') checkBrandFile(file.toString());
  else if (name.endsWith('.svg')) checkDrawing(file.toString());
  else if (name.endsWith('.png')) checkPng(file, Number(/\d+/.exec(name)?.[0]));
  else if (name.startsWith('faq.')) parseQuestions(file.toString());
  else parseLegalText(file.toString());
}

function checkBrandFile(file: string): void {
  const json: unknown = JSON.parse(file);
  const { error } = BrandFile.safeParse(json);
  if (error) throw new FieldsError(json, error);
}

class FieldsError extends Error {
  readonly issues: readonly ConfigIssue[];
  constructor(json: unknown, { issues }: z.ZodError) {
    super('brand.json is wrong');
    this.issues = issues.map(({ path, message }) => {
      const value = path.reduce<unknown>((node, key) => (isObject(node) ? node[String(key)] : undefined), json);
      return {
        name: path.join('.'),
        value: typeof value === 'string' ? value : (JSON.stringify(value) ?? null),
        allowed: message,
      };
    });
  }
}

const drawing = 'an SVG drawing with a viewBox, without scripts, handlers, links and foreign objects';

function checkDrawing(file: string): void {
  if (!/^\s*<svg\b[^>]*\bviewBox=/.test(file) || /<script|<foreignObject|\son\w+\s*=|\bhref\s*=/i.test(file))
    throw new TextError(file.slice(0, 60), drawing);
}

/** Width and height are the first fields of a PNG's IHDR chunk. */
function checkPng(file: Buffer, size: number): void {
  const isPng = file.length > 24 && file.toString('latin1', 1, 4) === 'PNG';
  const found = isPng ? `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}` : 'another format';
  if (found !== `${size}x${size}`) throw new TextError(found, `a PNG of ${size}x${size} pixels`);
}

const filesAllowed = 'the files of ./brand: copy that folder, then change it (CONTRIBUTING.md, "A brand")';

function toIssues(path: string, error: unknown): ConfigIssue[] {
  if (error instanceof FieldsError)
    return error.issues.map(({ name, ...issue }) => ({ name: `${path} ${name}`.trim(), ...issue }));
  if (error instanceof TextError) return [{ name: path, value: error.found, allowed: error.allowed }];
  if (getErrorCode(error) === undefined) return [{ name: path, value: getErrorMessage(error), allowed: 'JSON' }];
  return [{ name: path, value: null, allowed: `BRAND_DIR needs ${filesAllowed}` }];
}
