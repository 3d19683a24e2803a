import { Suspense } from 'react';
import { Outlet, type MiddlewareFunction, redirect } from 'react-router';
import { brand } from '#domain/brand.ts';
import { isLanguage } from '#domain/language.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { loadPhrases } from '../language/load-phrases.ts';
import { localizedPath } from '../paths.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { Loader } from '../ui/loader.tsx';

/** A language of ours and its phrases, before any page of it. Middleware, since a loader would empty the built HTML. */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ params, request }, next) => {
    if (!isLanguage(params.lang)) {
      const { pathname, search, hash } = new URL(request.url);
      const detected = detectLanguage(readStored('i18nextLng'), navigator.languages);
      throw redirect(localizedPath(pathname, detected) + search + hash);
    }
    await loadPhrases(params.lang);
    writeStored('i18nextLng', params.lang);
    return next();
  },
];

export default function LanguageLayout() {
  return (
    <Suspense
      fallback={
        <div className="boot">
          <Loader label={brand.name} />
        </div>
      }
    >
      <Outlet />
    </Suspense>
  );
}
