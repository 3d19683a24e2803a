import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { isLanguage } from '#domain/language.ts';
import { appManifestPath, localizedPath } from '../paths.ts';
import { detectLanguage } from '../language/languages.ts';
import { readStored, writeStored } from '../storage/stored.ts';

/** Stores a supported language; replaces any other one and keeps the rest of the address. */
export function LanguageLayout() {
  const { lang } = useParams();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (isLanguage(lang)) writeStored('i18nextLng', lang);
  }, [lang]);
  if (isLanguage(lang))
    return (
      <>
        {/* React moves it to the head. */}
        <link rel="manifest" href={appManifestPath(lang)} />
        <Outlet />
      </>
    );
  const detected = detectLanguage(readStored('i18nextLng'), navigator.languages);
  return <Navigate replace to={localizedPath(pathname, detected) + search + hash} />;
}
