import { Link, redirect } from 'react-router';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, languages } from '#domain/language.ts';
import { languageNames } from '../language/language-names.ts';
import { paths } from '../paths.ts';
import { readStored } from '../storage/stored.ts';

/** Bare `/` goes to the stored language, else the default; entry.client does it before anything is shown. */
export function clientLoader(): Response {
  return redirect(paths.home(readStored('i18nextLng') ?? defaultLanguage));
}

export const meta = () => [{ title: brand.name }];

export default function RootRedirect() {
  return (
    <main className="boot">
      <nav className="col g2" aria-label={brand.name}>
        {languages.map((lang) => (
          <Link key={lang} className="link" to={paths.home(lang)} hrefLang={lang} lang={lang}>
            {languageNames[lang].name}
          </Link>
        ))}
      </nav>
    </main>
  );
}
