import { expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { brandPictures } from '#server/config/brand.ts';
import { appManifest } from './write-app-manifests.ts';

const path = z.string().regex(/^\/[\w./-]*$/);
const Icon = z.strictObject({
  src: path,
  type: z.enum(['image/png', 'image/svg+xml']),
  sizes: z.string().regex(/^(any|\d+x\d+)$/),
  purpose: z.literal('maskable').optional(),
});
const text = z.string().min(1);
const colour = z.string().regex(/^#[0-9A-F]{6}$/);

/** Required to install, or read by an install prompt: https://www.w3.org/TR/appmanifest/ */
const AppManifest = z.strictObject({
  id: z.literal('/'),
  name: text,
  short_name: text.max(12),
  description: text,
  lang: z.enum(languages),
  dir: z.literal('ltr'),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  background_color: colour,
  theme_color: colour,
  categories: z.array(text),
  icons: z.array(Icon).min(3),
  shortcuts: z.array(z.strictObject({ name: text, url: path, icons: z.array(Icon).min(1) })).length(2),
  share_target: z.strictObject({
    action: path,
    method: z.literal('GET'),
    enctype: z.literal('application/x-www-form-urlencoded'),
    params: z.strictObject({ title: text, text, url: text }),
  }),
});

test.each(languages)('the manifest in %s has every field, and its addresses are in that language', (lang) => {
  const { shortcuts, share_target: target, ...manifest } = AppManifest.parse(appManifest(lang));
  expect(manifest.lang).toBe(lang);
  expect(shortcuts.map(({ url }) => url)).toEqual([`/${lang}/signal`, `/${lang}/history`]);
  expect(target.action).toBe(`/${lang}/record`);
});

test('each language names the shortcuts in its own words', () => {
  const names = languages.flatMap((lang) => appManifest(lang).shortcuts.map(({ name }) => name));
  expect(names).toEqual(['Сигнал', 'Історія', 'Signal', 'History', 'Сигнал', 'История']);
});

test('icons are pictures of the brand, one of them maskable', () => {
  const { icons } = AppManifest.parse(appManifest('uk'));
  expect(brandPictures).toEqual(expect.arrayContaining(icons.map(({ src }) => src.slice(1))));
  const pngs = icons.filter(({ type }) => type === 'image/png');
  expect(pngs.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});
