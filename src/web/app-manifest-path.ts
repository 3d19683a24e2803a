import type { Language } from '#domain/language.ts';

/** Written by the build (scripts/web/write-app-manifests.ts). */
export const appManifestPath = (lang: Language): string => `/app-${lang}.webmanifest`;
