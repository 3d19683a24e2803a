import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '#domain/language.ts';
import { phrases as commonEn } from '#phrases/common/en.ts';
import { phrases as commonRu } from '#phrases/common/ru.ts';
import { phrases as commonUk } from '#phrases/common/uk.ts';
import { appManifestPath, paths } from '#web/paths.ts';
import { sharedNames } from '#web/record/entry-in-share.ts';
import { brand } from './built-brand.ts';

/** One web app manifest a language; the common `id` makes them the same app. */
export async function writeAppManifests(folder: string): Promise<void> {
  for (const lang of languages)
    await writeFile(join(folder, appManifestPath(lang)), JSON.stringify(appManifest(lang), null, 2));
}

const phrases = { uk: commonUk, en: commonEn, ru: commonRu };

const icons = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icons/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

/** Fields: https://www.w3.org/TR/appmanifest/ and https://w3c.github.io/web-share-target/ */
export function appManifest(lang: Language) {
  const { tagline, header } = phrases[lang];
  const shortcutIcons = icons.filter(({ sizes }) => sizes === '192x192');
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: tagline,
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: brand.colors.dark.ground,
    theme_color: brand.colors.dark.ground,
    categories: ['finance'],
    icons,
    shortcuts: [
      { name: header.signal, url: paths.signal(lang), icons: shortcutIcons },
      { name: header.history, url: paths.history(lang), icons: shortcutIcons },
    ],
    share_target: {
      action: paths.record(lang),
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: sharedNames,
    },
  };
}
